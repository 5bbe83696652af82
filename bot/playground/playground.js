// Laid over simcord's page; runs before its app.js.
'use strict'

const key = document.querySelector('meta[name=playground]').content
const query = new URLSearchParams(location.search)
// simcord reads its key from the address; ours stands in the page. A bookmark of an earlier run has an old one.
const keepAddress = () => history.replaceState(null, '', `?${query}`.replace(/^\?$/, location.pathname) + '#' + key)
keepAddress()

const byId = id => document.getElementById(id)
let places = []

// Tell the server who and where this page is (?as=Name&in=channel), and learn from its answers where one can go.
const fetchPage = window.fetch
window.fetch = async (address, options = {}) => {
  const opening = address === '/api/pages'
  if (opening) options = { ...options, headers: { ...options.headers, 'X-Playground-Query': `${query}` } }
  const response = await fetchPage(address, options)
  if (response.ok && (opening || address === '/api/state')) response.clone().json().then(learn, () => {})
  return response
}

function learn(snapshot) {
  if (JSON.stringify(snapshot.places) === JSON.stringify(places)) return
  places = snapshot.places
  const picker = byId('place-picker')
  picker.replaceChildren(...places.map(place => new Option(`# ${place.name}`, place.id, place.here, place.here)))
  picker.hidden = places.length < 2
}

function go(place) {
  if (!place || place.here) return
  query.set('in', place.id)
  location.assign(`?${query}#${key}`)
}

// The status line is written for those who write bots.
const words = {
  'Preview ready': '', 'Preview refreshed': '', 'Loading preview…': '', 'Updating preview…': '', 'Completing action…': '…',
  'Callback completed': '', 'Action completed': '', 'Message sent': '', 'Viewer switched': '', 'Conversation updated': '',
  'Options updated': '', 'Sending message…': '…', 'Switching viewer…': '…', 'Viewport updated': '', 'Updating viewport…': '',
  'Updating options…': '…', 'Action outcome uncertain. It will not be retried.': 'The bot did not answer.',
}
function reword(status, text) {
  if (status.textContent === 'Action was not completed.') {
    text = window.simcordPreview?.lastAction?.rejected ? 'That has just changed. Nothing was done.' : 'The bot did not answer.'
  }
  if (text !== undefined && text !== status.textContent) status.textContent = text
}

addEventListener('DOMContentLoaded', () => {
  const people = byId('viewer-picker'), log = byId('channel-timeline'), status = byId('action-status')
  const picker = byId('place-picker')
  picker.setAttribute('aria-label', 'Channel or thread')
  picker.addEventListener('change', () => go(places.find(place => place.id === picker.value)))

  // The address says who this page is, so that a reload or a bookmark keeps it.
  let follow = true, touched = 0
  document.addEventListener('change', event => {  // capturing: simcord's own listener empties the list
    if (event.target !== people) return
    follow = true
    query.set('as', people.selectedOptions[0].text)
    keepAddress()
  }, true)

  // Links and mentions of a channel or thread of ours lead there.
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="https://discord.com/channels/"]')
    const mention = event.target.closest?.('.mention')
    const id = link?.pathname.split('/')[3]
    // A mention carries no id; of threads with the same name the newest comes first.
    const place = places.find(place => place.id === id || `#${place.name}` === mention?.textContent)
    if (place) { event.preventDefault(); go(place) }
  }, true)

  // Follow the newest message unless the visitor has scrolled up: simcord follows only from within 1 pixel of the end.
  const rest = () => log.scrollHeight - log.scrollTop - log.clientHeight
  const touch = event => { if (event.type !== 'pointerdown' || event.target === log) touched = Date.now() }
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) log.addEventListener(kind, touch, { passive: true })
  log.addEventListener('scroll', () => { if (Date.now() - touched < 1000) follow = rest() < 60 })
  byId('channel-composer').addEventListener('submit', () => { follow = true })

  let lost = false
  new MutationObserver(() => {
    lost ||= status.textContent.startsWith('Preview session is unavailable')
    reword(status, lost ? 'The playground has ended.' : words[status.textContent])
  }).observe(status, { childList: true, characterData: true, subtree: true })

  setInterval(async () => {
    const menu = [...document.querySelectorAll('.select-list, .command-popup')].some(each => each.checkVisibility())
    if (follow && !menu && rest() > 1) log.scrollTop = log.scrollHeight
    if (lost && await fetchPage('/').then(answer => answer.ok, () => false)) location.reload()  // it runs again
  }, 250)
})

// Laid over simcord's page; runs before its app.js.
'use strict'

const key = document.querySelector('meta[name=playground]').content
const query = new URLSearchParams(location.search)
// simcord reads its key from the address; ours stands in the page. A bookmark of an earlier run has an old one.
const keepAddress = () => history.replaceState(null, '', `?${query}`.replace(/^\?$/, location.pathname) + '#' + key)
keepAddress()

const byId = id => document.getElementById(id)
let places = [], people = [], apps = { person: [], message: [], people: [] }, context

// Tell the server who and where this page is (?as=Name&in=channel), and learn from its answers where one can go.
const fetchPage = window.fetch
window.fetch = async (address, options = {}) => {
  const opening = address === '/api/pages'
  context = options.headers?.['X-Simcord-Context'] ?? context
  if (opening) options = { ...options, headers: { ...options.headers, 'X-Playground-Query': `${query}` } }
  const response = await fetchPage(address, options)
  if (response.ok && (opening || address === '/api/state')) response.clone().json().then(learn, () => {})
  return response
}

function learn(snapshot) {
  const known = snapshot.viewers.map(({ id, name }) => ({ id: String(id), name, here: id === snapshot.viewerId }))
  if (JSON.stringify(known) !== JSON.stringify(people)) offerPeople(people = known)
  apps = snapshot.apps
  if (JSON.stringify(snapshot.places) === JSON.stringify(places)) return
  places = snapshot.places
  document.body.classList.toggle('direct', places.some(place => place.here && place.direct))
  const picker = byId('place-picker')
  picker.replaceChildren(...places.map(place => new Option(place.name, place.id, place.here, place.here)))
  picker.hidden = false
}

// A button for everybody one can be; simcord's own list stays behind it.
function offerPeople(people) {
  const focused = document.activeElement?.dataset.person
  byId('people').replaceChildren(...people.map(person => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: person.name })
    button.dataset.person = person.id
    button.setAttribute('aria-pressed', person.here)
    button.addEventListener('click', () => {
      const picker = byId('viewer-picker')
      if (picker.value === person.id) return
      if (places.some(place => place.here && place.direct)) {  // nobody else can read it
        query.delete('in')
        query.set('as', person.name)
        location.assign(`?${query}#${key}`)
        return
      }
      picker.value = person.id
      picker.dispatchEvent(new Event('change', { bubbles: true }))
    })
    return button
  }))
  const buttons = [...byId('people').children]
  buttons.find(button => button.dataset.person === focused)?.focus()
  buttons.find(button => button.ariaPressed === 'true')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

// Send a command as if it had been typed. The list of commands may still be on its way.
async function send(command) {
  const input = byId('channel-composer-input')
  input.value = `/${command}`
  for (let tries = 0; tries < 40; tries++) {
    input.dispatchEvent(new Event('input', { bubbles: true }))
    const entry = [...document.querySelectorAll('.command-entry')]
      .find(entry => entry.querySelector('strong').textContent === `/${command}`)
    if (entry) { entry.click(); byId('channel-composer').requestSubmit(); return }
    await new Promise(later => setTimeout(later, 100))
  }
}

// What Discord has under Apps in the menu of a message (⋯) or a person (a name, a mention, or a button at the top held).
function offerApps(on, target, title) {
  if (!apps[on].length) return
  const list = document.createElement('dialog')
  list.className = 'apps'
  list.append(Object.assign(document.createElement('h2'), { textContent: `Apps · ${title}` }))
  for (const { name, label } of apps[on]) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label })
    button.addEventListener('click', () => { list.close(); use(on, target, name) })
    list.append(button)
  }
  list.addEventListener('click', event => { if (event.target === list) list.close() })
  list.addEventListener('close', () => list.remove())
  document.body.append(list)
  list.showModal()
}

async function use(on, target, name) {
  const status = byId('action-status')
  status.textContent = '…'
  document.dispatchEvent(new Event('app-used'))
  const headers = { 'Content-Type': 'application/json', 'X-Simcord-Capability': key, 'X-Simcord-Context': context }
  const body = JSON.stringify({ kind: 'apps', on, target, name })
  const response = await fetchPage('/api/action', { method: 'POST', headers, body }).catch(() => undefined)
  const done = response?.ok && !(await response.json()).rejected
  status.textContent = done ? '' : 'The bot did not answer.'
}

const named = name => apps.people.find(person => person.name === name)

function openApps(event) {
  const message = event.target.closest?.('.apps-open')?.closest('article')
  const shown = event.target.closest?.('.message-author, .mention, [data-person]')
  const person = shown && named(shown.textContent.replace(/^@/, ''))
  if (message) offerApps('message', message.dataset.messageId, 'message')
  else if (person) offerApps('person', person.id, person.name)
  return message || person
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
  const viewer = byId('viewer-picker'), log = byId('channel-timeline'), status = byId('action-status')
  const picker = byId('place-picker')
  picker.addEventListener('change', () => go(places.find(place => place.id === picker.value)))

  // The address says who this page is, so that a reload or a bookmark keeps it.
  let follow = true, touched = 0
  document.addEventListener('change', event => {  // capturing: simcord's own listener empties the list
    if (event.target !== viewer) return
    follow = true
    query.set('as', viewer.selectedOptions[0].text)
    keepAddress()
  }, true)

  byId('channel-empty').addEventListener('click', event => {
    const command = event.target.dataset.command
    if (command) send(command)
  })

  document.addEventListener('click', event => {
    if (!event.target.closest?.('[data-person]') && openApps(event)) event.stopPropagation()
  }, true)
  document.addEventListener('contextmenu', event => { if (openApps(event)) event.preventDefault() })

  // Who moves with the keyboard stays in a message when its buttons are replaced, and near it when it goes.
  let article = null
  document.addEventListener('focusin', event => { article = event.target.closest('article') })
  document.addEventListener('pointerdown', event => { if (!event.target.closest('article')) article = null })
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    if (!article || document.activeElement !== document.body) return
    const next = article.isConnected ? article : byId('channel-message-list').querySelector('article:last-of-type')
    if (!next) return
    next.tabIndex = -1
    next.focus({ preventScroll: true })
  }))).observe(byId('channel-message-list'), { childList: true, subtree: true })

  // A link to a message is as short as Discord shows it.
  new MutationObserver(() => {
    for (const link of document.querySelectorAll('article a[href^="https://discord.com/channels/"]')) {
      const place = places.find(place => place.id === link.pathname.split('/')[3])
      if (place && link.textContent === link.href) link.textContent = `${place.name} › message`
    }
  }).observe(byId('channel-message-list'), { childList: true, subtree: true })

  // Links and mentions of a channel or thread of ours lead there.
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="https://discord.com/channels/"]')
    const mention = event.target.closest?.('.mention')
    const id = link?.pathname.split('/')[3]
    // A mention carries no id; of threads with the same name the newest comes first.
    const place = places.find(place => place.id === id || place.name.replace('# ', '#') === mention?.textContent)
    if (place) { event.preventDefault(); go(place) }
  }, true)

  // Follow the newest message unless the visitor has scrolled up: simcord follows only from within 1 pixel of the end.
  const rest = () => log.scrollHeight - log.scrollTop - log.clientHeight
  const touch = event => { if (event.type !== 'pointerdown' || event.target === log) touched = Date.now() }
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) log.addEventListener(kind, touch, { passive: true })
  log.addEventListener('scroll', () => { if (Date.now() - touched < 1000) follow = rest() < 60 })
  // Whoever says something wants to see the answer; simcord keeps both events to itself.
  document.addEventListener('app-used', () => { follow = true })
  const says = event => { if (event.target.closest?.('#channel-composer')) follow = true }
  document.addEventListener('submit', says, true)
  document.addEventListener('keydown', event => { if (event.key === 'Enter') says(event) }, true)

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

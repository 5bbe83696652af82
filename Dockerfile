# The bot in a container. Alone it keeps its tables in the volume /data; compose.yaml puts a Valkey server beside it.

# By its digest, an index of all platforms: the same files whenever it is built. The tag before it is for those who read.
ARG BASE=python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
COPY pyproject.toml README.md LICENSE /src/
COPY locks /src/locks
COPY render /src/render
COPY bot /src/bot
# Everything but the bot comes as a wheel: nothing is compiled unless that is asked for below.
RUN python -m venv --without-pip /venv
# Each is the very file of which the hash stands in the lock, or there is no image.
RUN pip --python /venv/bin/python install --no-cache-dir --only-binary :all: --require-hashes --requirement /src/locks/run.txt
# Where the engine has no wheel, such as on ARM, it is left out; asked for as ENGINE=compiled it is compiled of its sources.
ARG ENGINE=
RUN if [ "$ENGINE" = compiled ] && ! ls -d /venv/lib/*/site-packages/bgsage; then \
        apt-get update && apt-get install --yes --no-install-recommends g++ \
        && pip install --no-cache-dir --only-binary :all: --require-hashes --requirement /src/locks/compile.txt \
        && pip wheel --no-cache-dir --no-build-isolation --no-binary bgsage --only-binary numpy --require-hashes \
            --requirement /src/locks/engine.txt --wheel-dir /src/engine \
        && pip --python /venv/bin/python install --no-cache-dir --no-deps --no-index /src/engine/*.whl; \
    fi
# What builds the bot's own wheel is locked too, and stays behind here.
RUN pip install --no-cache-dir --only-binary :all: --require-hashes --requirement /src/locks/build.txt
# There is no git here to ask: the version is that of a release where its workflow says so.
ARG VERSION=0.0
RUN SETUPTOOLS_SCM_PRETEND_VERSION_FOR_CHOUETTE=$VERSION \
    pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /src/dist /src
RUN pip --python /venv/bin/python install --no-cache-dir --no-deps --no-index /src/dist/*.whl
# Licences of what is in it: by name, and the texts of those whose wheel brings none; the others lie beside their packages.
RUN cp -R /src/locks/licences /venv/licences

FROM ${BASE}
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin chouette \
    && install --directory --owner chouette --group chouette --mode 700 /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONSAFEPATH=1 DATA_DIR=/data HEALTH_FILE=/tmp/chouette-is-well
VOLUME /data
WORKDIR /data
USER 10001
STOPSIGNAL SIGTERM
# The bot touches the file every five seconds while Discord, the store and the bot itself answer.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=2 \
    CMD test -n "$(find "$HEALTH_FILE" -newermt '20 seconds ago')"
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]

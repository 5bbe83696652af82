# The bot in a container. Alone it keeps its tables in the volume /data; compose.yaml puts a Valkey server beside it.

FROM python:3.13-slim AS build
COPY pyproject.toml README.md LICENSE /src/
COPY render /src/render
COPY bot /src/bot
# Everything but the bot comes as a wheel: nothing is compiled, neither here nor with tools that would have to be here.
RUN python -m venv --without-pip /venv
RUN pip --python /venv/bin/python install --no-cache-dir --only-binary :all: /src

FROM python:3.13-slim
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

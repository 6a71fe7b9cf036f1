# Every image of the exchange, from one tree:
#   docker build --build-arg APP=account-service -t exchange/account-service .   one of the apps
#   docker build --target signer -t exchange/signer .                            the remote signer, and what makes keystores
#   docker build --target init -t exchange/init .                                what prepares database and broker
#   docker build --target operator -t exchange/operator .                        what operators work with: the desk's command line
#   docker build --target dev-chain -t exchange/dev-chain .                      a development chain
# The Node of .nvmrc; what it may at least be is said in package.json (engines).
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS source
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .

FROM source AS app-bundle
ARG APP
RUN test -n "$APP" || (echo 'Say which app: --build-arg APP=…' && false)
RUN node tools/build/bundle.mjs "$APP" --package \
  && mv "dist/apps/$APP" /bundle \
  && cd /bundle && npm ci --omit=dev

FROM source AS tool-bundle
RUN node tools/build/bundle.mjs --tools \
  && npm prune --omit=dev \
  && mkdir /bundle \
  && mv node_modules package.json /bundle/ \
  && for tool in init signer keystore operator; do mv dist/tools/$tool.js dist/tools/$tool.js.map /bundle/; done

FROM source AS chain-binary
RUN cp node_modules/@foundry-rs/anvil-linux-*/bin/anvil /anvil

# Node as process 1 would ignore signals for which it has no handler yet, and leave its dead children lying.
FROM ${NODE} AS first-process
RUN apt-get update && apt-get install -y --no-install-recommends tini

FROM ${NODE} AS dev-chain
COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini
COPY --from=chain-binary /anvil /usr/local/bin/anvil
RUN mkdir /data && chown node:node /data
USER node
ENV HOME=/data
VOLUME /data
EXPOSE 8545
STOPSIGNAL SIGINT
ENTRYPOINT ["tini", "--", "anvil", "--host", "0.0.0.0", "--port", "8545", "--block-time", "1", "--hardfork", "cancun", "--max-persisted-states", "8", "--transaction-block-keeper", "300"]
CMD ["--state", "/data/chain.json", "--state-interval", "1", "--accounts", "40", "--balance", "1000000", "--silent"]

FROM ${NODE} AS init
WORKDIR /app
ENV NODE_ENV=production
COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini
COPY --from=tool-bundle /bundle ./
# A volume that is mounted here belongs to this user.
RUN mkdir /people && chown node:node /people
USER node
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "init.js"]

FROM ${NODE} AS signer
WORKDIR /app
ARG BUILD_ID=unknown
ENV NODE_ENV=production SIGNER_HOST=0.0.0.0 INTERNAL_PORT=9100 BUILD_ID=${BUILD_ID}
COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini
COPY --from=tool-bundle /bundle ./
USER node
EXPOSE 8095 9100
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps"]
CMD ["signer.js"]

# Sessions are kept in a volume, so that whoever signs in needn't do so again for the next command:
#   docker run --rm -it -e OPERATOR_URL=https://desk.example.org -v desk:/sessions exchange/operator me
FROM ${NODE} AS operator
WORKDIR /app
ENV NODE_ENV=production EXCHANGE_DATA_DIR=/sessions
COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini
COPY --from=tool-bundle /bundle ./
RUN mkdir /sessions && chown node:node /sessions
USER node
VOLUME /sessions
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "operator.js"]

# The last stage is what a build without --target makes.
FROM ${NODE} AS app
WORKDIR /app
ENV NODE_ENV=production
COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini
COPY --from=app-bundle /bundle ./
USER node
# What the metrics name: docker build --build-arg BUILD_ID=$(git rev-parse --short HEAD)
ARG BUILD_ID=unknown
ENV INTERNAL_PORT=9100 BUILD_ID=${BUILD_ID}
EXPOSE 9100
# For those who run the image by itself; Kubernetes has probes of its own.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.INTERNAL_PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["main.js"]

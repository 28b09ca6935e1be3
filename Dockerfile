# The server with the built web application and the command line, without the sandbox. Pinned versions at line ends follow package.json.
FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/backtest/package.json packages/backtest/
COPY packages/contracts/package.json packages/contracts/
COPY packages/detection/package.json packages/detection/
COPY packages/feeds/package.json packages/feeds/
COPY packages/journal/package.json packages/journal/
COPY packages/market/package.json packages/market/
COPY packages/simulator/package.json packages/simulator/
COPY apps/cli/package.json apps/cli/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY tests/public-api/package.json tests/public-api/

FROM packages AS web
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY packages packages
COPY apps/web apps/web
RUN npm run build --workspace @undertow/web

FROM packages AS modules
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace @undertow/server --workspace @undertow/cli
COPY tools/short-exports.mjs tools/
RUN node tools/short-exports.mjs

FROM node:24.21.0-trixie-slim
# pg_dump and pg_restore of the version of compose.yaml's database
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node --mode=700 \
    /var/lib/undertow /var/lib/undertow/recordings /var/lib/undertow/flow /var/lib/undertow/history /var/lib/undertow/uploads /backups
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules node_modules
COPY packages packages
COPY apps/server apps/server
COPY apps/cli apps/cli
COPY --from=web /app/apps/web/dist apps/web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/undertow
USER node
VOLUME /var/lib/undertow
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--liftoff-only", "--max-semi-space-size=4", "--heap-growing-percent=15", "apps/server/src/main.ts"]

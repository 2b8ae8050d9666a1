FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm needs only this file of each package, so a change of sources installs nothing again.
COPY packages/contract/package.json packages/contract/
COPY packages/dns/package.json packages/dns/
COPY packages/fake-porkbun/package.json packages/fake-porkbun/
COPY packages/kit/package.json packages/kit/
COPY packages/local-telegram/package.json packages/local-telegram/
COPY packages/trading-service/package.json packages/trading-service/
# The optional packages are Node and PostgreSQL. The image contains Node, and compose.yaml starts PostgreSQL.
RUN npm ci --omit=dev --omit=optional

FROM node:24-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY drizzle drizzle
COPY locales locales
COPY packages packages
COPY src src
RUN mkdir data && chown 1000:1000 data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/app/data NO_BROWSER=1
EXPOSE 8080
VOLUME /app/data
HEALTHCHECK --start-period=30s --interval=10s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "-r", "./src/commands/preload.cjs", "--max-semi-space-size=4", "src/commands/start.ts"]

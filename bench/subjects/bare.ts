import { fastify } from "fastify";

// The baseline for the time that a start takes: an HTTP server with one route, which answers immediately.

const app = fastify();
app.get("/ready", async () => ({ ready: true }));
console.log(`listening at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.on("SIGTERM", () => void app.close().then(() => process.exit()));

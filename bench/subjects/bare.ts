import { fastify } from "fastify";

// Runs an HTTP server that does nothing but answer.

const app = fastify();
app.get("/ready", async () => ({ ready: true }));
console.log(`listening at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.on("SIGTERM", () => void app.close().then(() => process.exit()));

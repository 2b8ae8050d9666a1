import { createActions, type Deps } from "../../src/actions/index.ts";
import { createApp } from "../../src/http/app.ts";
import { addBytesRoute } from "../../src/http/bytes.ts";
import { listen } from "../../src/http/listen.ts";
import { createJobs } from "../../src/jobs/index.ts";
import { createLog } from "../../src/log.ts";
import { connect } from "../../src/postgres/connect.ts";
import { readFrom } from "../../src/postgres/standby.ts";
import { keepAccount } from "../../src/store/accounts.ts";
import { sealWebhookSecret } from "../../src/store/secrets.ts";
import { createVault } from "../../src/vault/index.ts";
import { addEvents } from "../../src/world/inbound-routes.ts";

// Runs a receiver of webhook events. If `kind` is "bare", it is the baseline, which only stores each body and answers.
// Otherwise it is the bot's own receiver.

const [url = "", kind, secret = ""] = process.argv.slice(2);
const log = createLog("info", { write: () => {} });
const { db, sql } = connect(url, { max: 10 });
const app = createApp({ log });
if (kind === "bare") {
	await sql`create table bench_events (id bigint generated always as identity primary key, body jsonb not null)`;
	addBytesRoute(app, "/events", async ({ bytes }) => {
		await sql`insert into bench_events (body) values (${bytes.toString()}::text::jsonb)`;
		return { status: 200 };
	});
} else {
	const vault = createVault(Buffer.alloc(32, 7));
	const jobs = await createJobs({ url, log });
	const account = await keepAccount(db, { serviceUrl: "bench", userId: 1, receiverPath: "bench" });
	await sql`update bot.accounts set webhook_secret = ${sealWebhookSecret(vault, account, secret)} where id = ${account.id}`;
	const never = (): never => {
		throw new Error("an event asks no person");
	};
	const deps: Deps = {
		db,
		reader: readFrom(db),
		vault,
		enqueue: jobs.enqueue,
		openClient: never,
		deadline: never,
		log,
		random: Math.random,
		service: { url: "bench", admin: null, egress: [], receiverBase: null },
		dns: { resolvers: [], builtIn: null },
		adminChatId: null,
	};
	addEvents(app, createActions(deps));
}
const address = await listen(app, { host: "127.0.0.1", port: 0, setting: "PORT" });
process.on("message", () => process.send?.({ memory: process.memoryUsage(), cpu: process.cpuUsage() }));
process.on("disconnect", () => process.exit());
process.send?.({ url: address });

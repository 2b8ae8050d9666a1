import { addBytesRoute, createApp } from "@domains/kit/http/app.ts";
import { listen } from "@domains/kit/http/listen.ts";
import { createJobs } from "@domains/kit/jobs/index.ts";
import { createLog } from "@domains/kit/log.ts";
import { connect } from "@domains/kit/postgres/connect.ts";
import { readFrom } from "@domains/kit/postgres/standby.ts";
import { createVault } from "@domains/kit/vault.ts";
import { createActions, type Deps } from "../../src/actions/index.ts";
import { keepAccount } from "../../src/store/accounts.ts";
import { sealWebhookSecret } from "../../src/store/secrets.ts";
import { addEvents } from "../../src/world/telegram.ts";

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
		service: { url: "bench", admin: null, lookupToken: async () => null, egress: [], receiverBase: null },
		dns: { resolvers: [], builtIn: null },
		askTwiceAboveCents: null,
		adminChatId: null,
		allowedUsers: null,
	};
	addEvents(app, createActions(deps));
}
const address = await listen(app, { host: "127.0.0.1", port: 0, setting: "PORT" });
process.on("message", () => process.send?.({ memory: process.memoryUsage(), cpu: process.cpuUsage() }));
process.on("disconnect", () => process.exit());
process.send?.({ url: address });

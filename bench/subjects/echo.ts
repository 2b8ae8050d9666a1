import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "@domains/kit/log.ts";
import { connect } from "@domains/kit/postgres/connect.ts";
import { Bot } from "grammy";
import { createAbortScope } from "../../src/bot/api/scopes.ts";
import { createTransport } from "../../src/bot/api/transport.ts";
import { poll } from "../../src/bot/updates/polling.ts";

// The baseline for the number of updates per second: a bot that only echoes messages. It uses the same transport and
// the same long polling as our bot. If the URL of a database is given, it also makes one read and one write per update.

const [apiRoot = "", databaseUrl] = process.argv.slice(2);
const log = createLog("info", { write: () => {} });
const abortScope = createAbortScope();
const pause = (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal && { signal });
const transport = createTransport({ abortScope, log, sleep: pause, onCall: () => {} });
const bot = new Bot("1000:bench", { client: { apiRoot, fetch: transport.fetch, timeoutSeconds: 30 } });
const sql = databaseUrl === undefined ? undefined : connect(databaseUrl, { max: 10 }).sql;
if (sql) await sql`create table if not exists bench_talk (id bigint primary key, said text not null)`;
bot.on("message:text", async (ctx) => {
	const { id } = ctx.chat;
	const { text } = ctx.msg;
	if (sql) {
		await sql`select said from bench_talk where id = ${id}`;
		await sql`insert into bench_talk values (${id}, ${text}) on conflict (id) do update set said = excluded.said`;
	}
	await ctx.reply(text);
});
await bot.init();
const handle = async (update: Parameters<typeof bot.handleUpdate>[0]) => {
	await bot.handleUpdate(update);
	return "done" as const;
};
const end = new AbortController();
void poll({ api: bot.api, abortScope, handle, log, sleep: pause, onState: () => {} }, end.signal);
process.on("disconnect", () => process.exit());
process.send?.({ url: apiRoot });

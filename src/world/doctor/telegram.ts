import type { Vault } from "@domains/kit/vault.ts";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import { allowedUpdates } from "../../bot/updates/kinds.ts";
import type { Config } from "../../config.ts";
import { createWebhook } from "../telegram.ts";
import { type Finding, failure, ok, reasonOf, skewFinding, warning } from "./finding.ts";

interface Options {
	config: Config;
	dispatcher: Dispatcher;
	vault: Vault | null;
	/** Null if no bot has used the database yet. */
	served: { id: number; username: string } | null;
	/**
	 * The local Telegram's bot, used without `BOT_TOKEN`. If `served` is this one, a bot of the real Telegram may take
	 * over the database.
	 */
	standIn: number;
	/** A bot answers at the configured address. */
	runs: boolean;
}

const bot = z.object({
	id: z.number(),
	username: z.string(),
	can_read_all_group_messages: z.boolean().optional(),
	supports_inline_queries: z.boolean().optional(),
});
const webhookInfo = z.object({
	url: z.string().optional(),
	pending_update_count: z.number(),
	last_error_date: z.number().optional(),
	last_error_message: z.string().optional(),
});
const answer = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown().optional() });

const recentSeconds = 3_600;

/** Changes nothing, so a bot that runs elsewhere with the same token is not disturbed. */
export async function lookAtTelegram(options: Options): Promise<Finding[]> {
	const { config, dispatcher, vault, served, standIn, runs } = options;
	const { token, apiRoot } = config.telegram;
	const ask = createAsk(dispatcher, `${apiRoot}/bot${token}`);
	if (token === undefined) {
		if (served !== null && served.id !== standIn) {
			return [
				failure(
					"telegram",
					`the database serves @${served.username}: set BOT_TOKEN to its token, or use another database`,
				),
			];
		}
		return [ok("telegram", "BOT_TOKEN is not set: the chat page replaces Telegram")];
	}
	try {
		const asked = Date.now();
		const me = await ask("getMe");
		if (me.status === 401 || me.status === 404) {
			return [failure("telegram", "Telegram does not accept BOT_TOKEN: copy it again from @BotFather")];
		}
		if (!me.ok) return [failure("telegram", `it answers ${me.status} ${me.description}: check TELEGRAM_API_ROOT`)];
		const self = bot.parse(me.result);
		const middle = (asked + Date.now()) / 2;
		const info = webhookInfo.parse((await ask("getWebhookInfo")).result);
		return [
			identity(self, served, standIn),
			...groups(self),
			...(await adminChat(config, ask)),
			...deliveries({ config, vault, token, info, runs, now: middle / 1_000 }),
			// The `Date` header has whole seconds, so up to a second means nothing.
			...(me.date === null ? [] : [skewFinding("clock of Telegram", wholeSeconds(me.date - middle))]),
		];
	} catch (error) {
		const advice = "check the network, the firewall and TELEGRAM_API_ROOT";
		return [failure("telegram", `${new URL(apiRoot).host} cannot be reached (${reasonOf(error)}): ${advice}`)];
	}
}

type Ask = ReturnType<typeof createAsk>;

function createAsk(dispatcher: Dispatcher, base: string) {
	return async (method: string, parameters: Record<string, string> = {}) => {
		const { statusCode, headers, body } = await request(`${base}/${method}?${new URLSearchParams(parameters)}`, {
			dispatcher,
			signal: AbortSignal.timeout(8_000),
		});
		const text = await body.text();
		const read = answer.safeParse(JSON.parse(text));
		if (!read.success) throw new Error("it does not answer like a Bot API server");
		const date = typeof headers["date"] === "string" ? Date.parse(headers["date"]) : Number.NaN;
		return { status: statusCode, date: Number.isNaN(date) ? null : date, description: "", ...read.data };
	};
}

/** The chat sees "typing", and no message. */
async function adminChat({ people }: Config, ask: Ask): Promise<Finding[]> {
	if (people.adminChatId === undefined) return [];
	const part = "operator's chat";
	const chat = String(people.adminChatId);
	const { ok: may, description } = await ask("sendChatAction", { chat_id: chat, action: "typing" });
	if (may) return [ok(part, `the bot can write to ${chat}`)];
	const advice = "set ADMIN_CHAT_ID to the id of a person who has started the bot, or of a group with it";
	return [failure(part, `the bot cannot write to ${chat} (${description}): ${advice}`)];
}

const wholeSeconds = (ms: number): number => (Math.abs(ms) <= 1_000 ? 0 : ms);

function identity(self: z.infer<typeof bot>, served: Options["served"], standIn: number): Finding {
	if (served === null || served.id === self.id || served.id === standIn) return ok("telegram", `@${self.username}`);
	return failure(
		"telegram",
		`BOT_TOKEN belongs to @${self.username}, but the database serves @${served.username}: set its token, or use another database`,
	);
}

function groups(self: z.infer<typeof bot>): Finding[] {
	const asked: readonly string[] = allowedUpdates;
	const inline = self.supports_inline_queries === true;
	return [
		self.can_read_all_group_messages
			? warning(
					"group privacy",
					"off: the bot receives all messages of groups but does not need them: turn it on (@BotFather, /setprivacy)",
				)
			: ok("group privacy", "on: the bot sees commands only"),
		...(asked.includes("inline_query") && !inline
			? [warning("inline mode", "off: turn it on for searches from any chat (@BotFather, /setinline)")]
			: [ok("inline mode", inline ? "on" : "off, and not used")]),
	];
}

interface Deliveries extends Pick<Options, "config" | "vault" | "runs"> {
	token: string;
	info: z.infer<typeof webhookInfo>;
	/** In Unix seconds. */
	now: number;
}

function deliveries({ config, vault, token, info, runs, now }: Deliveries): Finding[] {
	const { url = "", pending_update_count: waiting, last_error_date: failed, last_error_message: message } = info;
	const findings = [addressFinding(config, vault, token, url)];
	if (failed !== undefined && now - failed < recentSeconds && url !== "") {
		const minutes = Math.max(0, Math.round((now - failed) / 60));
		const says = `Telegram could not deliver ${minutes} min ago (${message ?? "no reason"})`;
		if (!runs) findings.push(warning("deliveries", `${says}, and no bot runs here: check again when it runs`));
		else if (waiting === 0) findings.push(warning("deliveries", `${says}; no updates wait now`));
		else findings.push(failure("deliveries", `${says}, and ${waiting} updates wait: check the proxy`));
	} else findings.push(ok("deliveries", `no failure in the last hour; ${waiting} updates wait`));
	return findings;
}

/** The path of the address is a secret, so only the origin is printed. */
function addressFinding({ telegram, http }: Config, vault: Vault | null, token: string, url: string): Finding {
	const actual = URL.canParse(url) ? new URL(url).origin : "nowhere";
	if (telegram.mode === "polling") {
		if (url === "") return ok("updates", "the bot polls for them");
		return warning("updates", `Telegram delivers them to ${actual}: the next start with polling removes that webhook`);
	}
	const wanted = http.publicUrl ?? "";
	const exact = vault ? createWebhook(vault, token, wanted).address : null;
	if (exact === null ? actual === new URL(wanted).origin : url === exact)
		return ok("updates", `Telegram delivers them to ${actual}`);
	if (url === "") return warning("updates", `Telegram does not deliver them yet: the next start registers ${wanted}`);
	return failure(
		"updates",
		`Telegram delivers them to another webhook at ${actual}: start the bot with this PUBLIC_URL and key`,
	);
}

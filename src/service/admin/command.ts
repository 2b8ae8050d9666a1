import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { AdminResult, DeskCode, ServiceAdmin } from "../../contract/admin.ts";
import { centsOf, usdOf } from "../../rules/money.ts";
import { accountView, domainView, priceView } from "./views.ts";

export type CommandOutcome =
	| { ok: true; value: object }
	| { ok: false; error: { code: DeskCode | "usage"; message: string; key?: string } };

interface Input {
	desk: ServiceAdmin;
	key: string;
	words: readonly string[];
	options: {
		balance?: string;
		whitelist?: string;
		zones?: string;
		reason?: string;
		years?: string;
		disabled?: boolean;
	};
}

interface Command {
	/** What follows the name, for the sentence that says how it is used. */
	usage: string;
	words: number;
	/** Changes nothing, and takes no key. */
	reads?: true;
	run(input: Input): Promise<CommandOutcome>;
}

/** What is wrong with the words of a command, before the desk is asked. */
class UsageError extends Error {
	override readonly name = "UsageError";
}

/**
 * The desk as a command: `["create", "--balance", "100"]` in, one JSON object or an error out. `--key` names the change,
 * so that it can be repeated safely; without it each run is a change of its own. A refused change says its key: one that
 * was left unanswered is found out about with it.
 */
export async function runAccountCommand(desk: ServiceAdmin, argv: readonly string[]): Promise<CommandOutcome> {
	try {
		const { values, positionals } = parseArgs({ args: amountsLast(argv), allowPositionals: true, options });
		const [name = "", ...words] = positionals;
		const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
		if (!command) {
			throw new UsageError(`Use one of: ${Object.keys(commands).join(", ")}. A change takes --key KEY as well.`);
		}
		if (words.length !== command.words || (command.reads && values.key !== undefined)) {
			throw new UsageError(`Use: ${name} ${command.usage}${command.reads ? "" : " [--key KEY]"}`);
		}
		const { key = randomUUID(), ...rest } = values;
		const outcome = await command.run({ desk, key, words, options: rest });
		return outcome.ok || command.reads ? outcome : { ok: false, error: { ...outcome.error, key } };
	} catch (error) {
		const wrong = error instanceof UsageError || (error instanceof TypeError && "code" in error);
		if (wrong) return { ok: false, error: { code: "usage", message: error.message } };
		throw error;
	}
}

/** A negative amount is no option: what stands behind `--` is a word. Only the last word of a command can be one. */
function amountsLast(argv: readonly string[]): string[] {
	const isAmount = (word: string): boolean => /^-\d/.test(word);
	const rest = argv.filter((word) => !isAmount(word));
	return [...rest, ...(rest.includes("--") ? [] : ["--"]), ...argv.filter(isAmount)];
}

const options = {
	balance: { type: "string" },
	whitelist: { type: "string" },
	zones: { type: "string" },
	reason: { type: "string" },
	years: { type: "string" },
	key: { type: "string" },
	disabled: { type: "boolean" },
} as const;

const commands: Readonly<Record<string, Command>> = {
	create: {
		usage: "[--balance USD] [--whitelist a,b]",
		words: 0,
		run: async ({ desk, key, options: { balance, whitelist } }) => {
			const opened = await desk.openAccount(key, {
				...(balance !== undefined && { balanceCents: readUsd(balance) }),
				...(whitelist !== undefined && { whitelist: readList(whitelist) }),
			});
			return view(opened, ({ userId, token, balanceCents, whitelist: entries }) => ({
				user_id: userId,
				token,
				balance_usd: usdOf(balanceCents),
				whitelist: entries,
			}));
		},
	},
	show: {
		usage: "USER",
		words: 1,
		reads: true,
		run: async ({ desk, words: [user] }) => view(await desk.show(readUser(user)), accountView),
	},
	credit: {
		usage: "USER USD",
		words: 2,
		run: async ({ desk, key, words: [user, usd] }) =>
			view(await desk.credit(key, readUser(user), readUsd(usd)), accountView),
	},
	token: {
		usage: "USER",
		words: 1,
		run: async ({ desk, key, words: [user] }) => {
			const userId = readUser(user);
			return view(await desk.issueToken(key, userId), ({ token }) => ({ user_id: userId, token }));
		},
	},
	api: {
		usage: "USER on|off",
		words: 2,
		run: async ({ desk, key, words: [user, state] }) =>
			view(await desk.setApi(key, readUser(user), readSwitch(state)), accountView),
	},
	whitelist: {
		usage: "USER a,b",
		words: 2,
		run: async ({ desk, key, words: [user, list] }) =>
			view(await desk.setWhitelist(key, readUser(user), readList(list)), accountView),
	},
	webhook: {
		usage: "USER URL|off",
		words: 2,
		run: async ({ desk, key, words: [user, url] }) => {
			const set = await desk.setWebhook(key, readUser(user), { url: url === "off" ? null : (url ?? null) });
			return view(set, ({ account, secret }) => ({ ...accountView(account), ...(secret !== null && { secret }) }));
		},
	},
	preset: {
		usage: "USER KEY ns1,ns2",
		words: 3,
		run: async ({ desk, key, words: [user, preset = "", list] }) =>
			view(await desk.savePreset(key, readUser(user), { key: preset, nameservers: readList(list) }), accountView),
	},
	edge: {
		usage: "USER KEY [--zones .com,.net] [--disabled]",
		words: 2,
		run: async ({ desk, key, words: [user, profile = ""], options: { zones, disabled = false } }) => {
			const kept = { key: profile, enabled: !disabled, zones: zones === undefined ? null : readList(zones) };
			return view(await desk.saveEdgeProfile(key, readUser(user), kept), accountView);
		},
	},
	register: {
		usage: "USER DOMAIN [--years N]",
		words: 2,
		run: async ({ desk, key, words: [user, domain = ""], options: { years = "1" } }) =>
			view(await desk.register(key, readUser(user), domain, readWhole(years)), domainView),
	},
	renew: {
		usage: "USER DOMAIN YEARS",
		words: 3,
		run: async ({ desk, key, words: [user, domain = "", years] }) =>
			view(await desk.renew(key, readUser(user), domain, readWhole(years)), domainView),
	},
	price: {
		usage: "ZONE REGISTER RENEW",
		words: 3,
		run: async ({ desk, key, words: [zone = "", register, renew] }) => {
			const price = { zone, registerCents: readUsd(register), renewCents: readUsd(renew) };
			return view(await desk.setPrice(key, price), priceView);
		},
	},
	block: {
		usage: "DOMAIN [--reason TEXT]",
		words: 1,
		run: async ({ desk, key, words: [domain = ""], options: { reason } }) =>
			view(await desk.block(key, domain, reason), domainView),
	},
	unblock: {
		usage: "DOMAIN",
		words: 1,
		run: async ({ desk, key, words: [domain = ""] }) => view(await desk.unblock(key, domain), domainView),
	},
};

function view<Value>(result: AdminResult<Value>, present: (value: Value) => object): CommandOutcome {
	if (result.kind === "done") return { ok: true, value: present(result.value) };
	return { ok: false, error: { code: result.code, message: result.message } };
}

function readUser(text = ""): number {
	return readWhole(text, "USER is the number of an account.");
}

function readWhole(text = "", message = `${text} is not a whole number.`): number {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new UsageError(message);
}

function readUsd(text = ""): number {
	const cents = /^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? centsOf(Number(text)) : undefined;
	if (cents !== undefined) return cents;
	throw new UsageError(`${text} is not an amount in USD, such as 12.50.`);
}

function readSwitch(text = ""): boolean {
	if (text === "on" || text === "off") return text === "on";
	throw new UsageError("Say on or off.");
}

function readList(text = ""): string[] {
	return text
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== "");
}

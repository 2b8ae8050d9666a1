import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { AdminAccount, AdminDomain, AdminPrice, AdminResult, ServiceAdmin } from "@domains/contract/admin.ts";
import { centsOf, usdOf } from "@domains/contract/money.ts";
import { type Command, fitsUsage, type Outcome, refuse } from "./command.ts";

interface Input {
	admin: ServiceAdmin;
	key: string;
	args: readonly string[];
	options: ReturnType<typeof readOptions>["values"];
}

interface AccountCommand extends Command {
	/** Changes nothing, so it has no option `--key`. */
	reads?: true;
	run(input: Input): Promise<Outcome>;
}

/** Thrown before anything is changed. */
class UsageError extends Error {
	override readonly name = "UsageError";
}

/**
 * Such as `["create", "--balance", "100"]`. Calls `openAdmin` only if the arguments are right. `--key` is the
 * idempotency key of a change, by default a random one. An error contains it, so that the caller can repeat a command
 * whose outcome is unknown.
 */
export async function runAccountCommand(
	openAdmin: () => ServiceAdmin | Promise<ServiceAdmin>,
	argv: readonly string[],
): Promise<Outcome> {
	try {
		const { command, args, options } = parse(argv);
		const { key = randomUUID() } = options;
		const outcome = await command.run({ admin: await openAdmin(), key, args, options });
		return outcome.ok || command.reads ? outcome : { ok: false, error: { ...outcome.error, key } };
	} catch (error) {
		if (error instanceof UsageError) return refuse("usage", error.message);
		throw error;
	}
}

function parse(argv: readonly string[]) {
	const { values: options, positionals } = readOptions(argv);
	const [name = "", ...args] = positionals;
	const command = Object.hasOwn(accountCommands, name) ? accountCommands[name] : undefined;
	if (!command) {
		throw new UsageError(`Use one of: ${Object.keys(accountCommands).join(", ")}. A change also takes --key KEY.`);
	}
	if (!fitsUsage(command, args) || (command.reads && options.key !== undefined)) {
		throw new UsageError(`Use: ${name} ${command.usage}${command.reads ? "" : " [--key KEY]"}`);
	}
	return { command, args, options };
}

function readOptions(argv: readonly string[]) {
	try {
		return parseArgs({
			args: amountsLast(argv),
			allowPositionals: true,
			options: {
				balance: { type: "string" },
				whitelist: { type: "string" },
				zones: { type: "string" },
				reason: { type: "string" },
				years: { type: "string" },
				key: { type: "string" },
				disabled: { type: "boolean" },
			},
		});
	} catch (error) {
		if (error instanceof TypeError && "code" in error) throw new UsageError(error.message);
		throw error;
	}
}

/**
 * A negative amount must not be parsed as an option. Only `credit` accepts one, as its last argument, so the order
 * stays.
 */
function amountsLast(argv: readonly string[]): string[] {
	const isAmount = (arg: string): boolean => /^-\d/.test(arg);
	const rest = argv.filter((arg) => !isAmount(arg));
	return [...rest, ...(rest.includes("--") ? [] : ["--"]), ...argv.filter(isAmount)];
}

export const accountCommands: Readonly<Record<string, AccountCommand>> = {
	create: {
		usage: "[--balance USD] [--whitelist a,b]",
		help: "Open an account and print its token",
		run: async ({ admin, key, options: { balance, whitelist } }) => {
			const opened = await admin.openAccount(key, {
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
		help: "Print an account",
		reads: true,
		run: async ({ admin, args: [user] }) => view(await admin.show(readUser(user)), accountView),
	},
	credit: {
		usage: "USER USD",
		help: "Add money; a negative amount removes it",
		run: async ({ admin, key, args: [user, usd] }) =>
			view(await admin.credit(key, readUser(user), readUsd(usd)), accountView),
	},
	token: {
		usage: "USER",
		help: "Issue a new token; the old one stops working",
		run: async ({ admin, key, args: [user] }) => {
			const userId = readUser(user);
			return view(await admin.issueToken(key, userId), ({ token }) => ({ user_id: userId, token }));
		},
	},
	api: {
		usage: "USER on|off",
		help: "Turn the API of an account on or off",
		run: async ({ admin, key, args: [user, state] }) =>
			view(await admin.setApi(key, readUser(user), readSwitch(state)), accountView),
	},
	whitelist: {
		usage: "USER a,b",
		help: "Replace the IP whitelist",
		run: async ({ admin, key, args: [user, list] }) =>
			view(await admin.setWhitelist(key, readUser(user), readList(list)), accountView),
	},
	webhook: {
		usage: "USER URL|off",
		help: "Set or remove the webhook address",
		run: async ({ admin, key, args: [user, url] }) => {
			const set = await admin.setWebhook(key, readUser(user), { url: url === "off" ? null : (url ?? null) });
			return view(set, ({ account, secret }) => ({ ...accountView(account), ...(secret !== null && { secret }) }));
		},
	},
	preset: {
		usage: "USER KEY ns1,ns2",
		help: "Save a nameserver preset",
		run: async ({ admin, key, args: [user, preset = "", list] }) =>
			view(await admin.savePreset(key, readUser(user), { key: preset, nameservers: readList(list) }), accountView),
	},
	edge: {
		usage: "USER KEY [--zones .com,.net] [--disabled]",
		help: "Save an edge profile",
		run: async ({ admin, key, args: [user, profile = ""], options: { zones, disabled = false } }) => {
			const kept = { key: profile, enabled: !disabled, zones: zones === undefined ? null : readList(zones) };
			return view(await admin.saveEdgeProfile(key, readUser(user), kept), accountView);
		},
	},
	register: {
		usage: "USER DOMAIN [--years N]",
		help: "Register a domain",
		run: async ({ admin, key, args: [user, domain = ""], options: { years = "1" } }) =>
			view(await admin.register(key, readUser(user), domain, readWhole(years)), domainView),
	},
	renew: {
		usage: "USER DOMAIN YEARS",
		help: "Renew a domain",
		run: async ({ admin, key, args: [user, domain = "", years] }) =>
			view(await admin.renew(key, readUser(user), domain, readWhole(years)), domainView),
	},
	price: {
		usage: "ZONE REGISTER RENEW",
		help: "Set the prices of a zone, in USD",
		run: async ({ admin, key, args: [zone = "", register, renew] }) => {
			const price = { zone, registerCents: readUsd(register), renewCents: readUsd(renew) };
			return view(await admin.setPrice(key, price), priceView);
		},
	},
	block: {
		usage: "DOMAIN [--reason TEXT]",
		help: "Block a domain",
		run: async ({ admin, key, args: [domain = ""], options: { reason } }) =>
			view(await admin.block(key, domain, reason), domainView),
	},
	unblock: {
		usage: "DOMAIN",
		help: "Unblock a domain",
		run: async ({ admin, key, args: [domain = ""] }) => view(await admin.unblock(key, domain), domainView),
	},
};

function view<Value>(result: AdminResult<Value>, present: (value: Value) => object): Outcome {
	if (result.kind === "done") return { ok: true, value: present(result.value) };
	return refuse(result.code, result.message);
}

function readUser(text = ""): number {
	return readWhole(text, "USER must be an account number.");
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
	throw new UsageError("Use on or off.");
}

function readList(text = ""): string[] {
	return text
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== "");
}

/** The field names are those of the registrar service's API. */
function accountView({ userId, balanceCents, webhook, defaults, ...account }: AdminAccount) {
	return {
		user_id: userId,
		balance_usd: usdOf(balanceCents),
		sandbox: account.sandbox,
		api_enabled: account.apiEnabled,
		token: account.token && { last_four: account.token.lastFour, issued_at: account.token.issuedAt },
		whitelist: account.whitelist,
		webhook: {
			url: webhook.url,
			enabled: webhook.enabled,
			new_secret_used_from: webhook.rotation?.usedFrom ?? null,
		},
		default_config: {
			nameserver_preset_key: defaults.nameserverPresetKey,
			edge_profile_key: defaults.edgeProfileKey,
			default_ttl: defaults.defaultTtl,
		},
		presets: account.presets,
		edge_profiles: account.edgeProfiles,
	};
}

function domainView({ userId, domain, status, expiresAt, chargedCents }: AdminDomain) {
	return { user_id: userId, domain, status, expires_at: expiresAt, charged_usd: usdOf(chargedCents) };
}

function priceView({ zone, registerCents, renewCents, premium }: AdminPrice) {
	return {
		zone,
		register_price_usd: usdOf(registerCents),
		renew_price_usd: usdOf(renewCents),
		premium: premium ?? false,
	};
}

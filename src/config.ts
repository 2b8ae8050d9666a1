import { isIP, isIPv4, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { AppError } from "@domains/kit/errors.ts";
import { readAddress } from "@domains/kit/postgres/address.ts";
import { z } from "zod";

const list = z.string().transform((text) =>
	text
		.split(",")
		.map((item) => item.trim())
		.filter(Boolean),
);
const port = z.coerce.number("must be a port number").int("must be a port number").min(0).max(65_535);
const webAddress = z
	.url({ protocol: /^https?$/, error: "must be an address such as https://example.com" })
	.refine((url) => !hasAccount(url), "must have no user and password: no request uses them, and links would show them");
/** The address of a server that gets secrets, such as a token. Plain HTTP is allowed only on loopback. */
const safeAddress = webAddress
	.refine((url) => url.startsWith("https:") || isLoopback(url), "must begin with https:// unless it is on this machine")
	.refine((url) => !/[?#]/.test(url), "must have no ? or #, because paths are added to it")
	.transform((url) => url.replace(/\/+$/, ""));
/** The address of a listener. Other programs, and people, write an IPv6 address in brackets. */
const host = z
	.string()
	.default("127.0.0.1")
	.transform((text) => text.replace(/^\[(.*)\]$/, "$1"))
	.refine(
		(text) => isIP(text) !== 0 || /^[a-z\d.-]+$/i.test(text),
		"must be an IP address or a hostname, without a port",
	);
const key = z
	.base64("must be 32 bytes in base64: openssl rand -base64 32")
	.transform((text) => Buffer.from(text, "base64"))
	.refine((bytes) => bytes.length === 32, "must be 32 bytes in base64: openssl rand -base64 32");
const databaseAddress = z.string().superRefine((url, context) => {
	for (const problem of readAddress(url).problems) context.addIssue(problem);
});
const dnsAddress = z.string().transform((text, context) => {
	const read = readServer(text);
	if (read) return read;
	context.addIssue("must be addresses such as 192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:5353");
	return z.NEVER;
});
const id = z
	.string()
	.regex(/^-?\d{1,16}$/, "must be a numeric id")
	.transform(Number);

function porkbunKey(prefix: string) {
	return z
		.string()
		.regex(new RegExp(`^${prefix}\\w{8,200}$`), `must begin with ${prefix}, as porkbun.com/account/api shows it`);
}

function isLoopback(url: string): boolean {
	return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function hasAccount(url: string): boolean {
	return URL.canParse(url) && new URL(url).username + new URL(url).password !== "";
}

/**
 * Parses an IP address with an optional port, by default 53. An IPv6 address before a port needs brackets. Returns
 * undefined for other text.
 */
function readServer(text: string): { address: string; port: number } | undefined {
	if (isIP(text)) return { address: text, port: 53 };
	const [, inBrackets, plain = "", digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
	const port = Number(digits);
	const isAddress = inBrackets === undefined ? isIPv4(plain) : isIPv6(inBrackets);
	return isAddress && port >= 1 && port <= 65_535 ? { address: inBrackets ?? plain, port } : undefined;
}

function listOf<T extends z.ZodType<unknown, string>>(item: T) {
	return list.pipe(z.array(item));
}

const settings = z.object({
	BOT_TOKEN: z
		.string()
		.regex(/^\d+:[\w-]+$/, "must look like 123456:ABC-DEF, as BotFather issued it")
		.optional(),
	TELEGRAM_API_ROOT: safeAddress.default("https://api.telegram.org"),
	TELEGRAM_FILES_DIR: z
		.string()
		.transform((path) => resolve(path))
		.optional(),
	TELEGRAM_MODE: z.enum(["polling", "webhook"], "must be polling or webhook").optional(),
	SERVICE_URL: safeAddress.optional(),
	LOOKUP_TOKEN: z
		.string()
		.regex(/^\S{8,512}$/, "must be a token of at least 8 characters without spaces")
		.optional(),
	PORKBUN_API_KEY: porkbunKey("pk1_").optional(),
	PORKBUN_SECRET_API_KEY: porkbunKey("sk1_").optional(),
	PORKBUN_URL: safeAddress.default("https://api.porkbun.com/api/json/v3"),
	SERVICE_NAME: z.string().max(64, "must have at most 64 characters").optional(),
	SUPPORT_URL: webAddress.optional(),
	TOPUP_URL: webAddress.optional(),
	DATABASE_URL: databaseAddress.optional(),
	DATABASE_DIRECT_URL: databaseAddress.optional(),
	DATABASE_READ_URL: databaseAddress.optional(),
	DATA_DIR: z.string().default("./data"),
	SECRET_KEY: key.optional(),
	SECRET_KEYS_OLD: listOf(key).default([]),
	PUBLIC_URL: safeAddress.optional(),
	HOST: host,
	PORT: port.default(8080),
	SERVICE_HOST: host,
	SERVICE_PORT: port.default(8081),
	EXPOSE: listOf(z.enum(["metrics", "page"], "may contain metrics and page")).default([]),
	TRUSTED_PROXIES: listOf(
		z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "must be addresses or networks"),
	).default([]),
	WEBHOOK_ALLOWED_ORIGINS: listOf(webAddress.transform((url) => new URL(url).origin)).default([]),
	EGRESS_IPS: listOf(z.union([z.ipv4(), z.ipv6()], "must be addresses")).optional(),
	DNS_RESOLVERS: listOf(dnsAddress).optional(),
	ALLOWED_USERS: listOf(id).optional(),
	ADMIN_CHAT_ID: id.optional(),
	ASK_TWICE_ABOVE: z.coerce.number("must be a number of dollars").min(0).max(1_000_000).default(200),
	UPDATES_PER_MINUTE: z.coerce
		.number("must be a number")
		.int("must be a whole number")
		.min(0)
		.max(100_000)
		.default(120),
	MCP_URL: safeAddress.optional(),
	MCP_TOKEN: z.string().max(200).optional(),
	LOG_LEVEL: z
		.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "must be debug, info, warn or error")
		.default("info"),
	LOG_FORMAT: z.enum(["json", "text"], "must be json or text").optional(),
	NO_BROWSER: z.string().optional(),
});

/** The names of all settings, which are environment variables. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

export type Config = ReturnType<typeof arrange>;

/** Parses the settings. Throws `config_invalid` with one line per problem. An empty variable counts as unset. */
export function parseConfig(env: Record<string, string | undefined> = process.env): Config {
	const set = Object.fromEntries(
		Object.entries(env).flatMap(([name, text = ""]) => (bare(text) ? [[name, bare(text)]] : [])),
	);
	const parsed = settings.safeParse(set);
	const problems = parsed.error?.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`) ?? [];
	problems.push(...contradictions(set), ...(parsed.success ? collisions(parsed.data) : []));
	if (parsed.success && problems.length === 0) return arrange(parsed.data);
	const lines = [...new Set(problems)];
	throw new AppError("config_invalid", `Invalid settings:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/**
 * Returns the value without what only its file needs: the carriage return of a line that Windows ended, and quotes.
 * Programs that pass a file on, such as `docker run --env-file`, keep both.
 */
function bare(text: string): string {
	return text
		.trim()
		.replace(/^(["'])(.*)\1$/s, "$2")
		.trim();
}

function contradictions(set: Record<string, string | undefined>): string[] {
	const found: string[] = [];
	if (set["DATABASE_URL"] && !set["SECRET_KEY"]) {
		found.push("SECRET_KEY must be set together with DATABASE_URL: openssl rand -base64 32");
	}
	if (set["DATABASE_DIRECT_URL"] && !set["DATABASE_URL"]) {
		found.push("DATABASE_URL must be set together with DATABASE_DIRECT_URL: it is the pool in front of that server");
	}
	if (set["DATABASE_READ_URL"] && !set["DATABASE_URL"]) {
		found.push("DATABASE_URL must be set together with DATABASE_READ_URL: it is the server that the standby follows");
	}
	if (set["DATABASE_URL"] && !set["DATABASE_DIRECT_URL"] && readAddress(set["DATABASE_URL"]).pooled) {
		found.push("DATABASE_DIRECT_URL must be set to the server itself: pgbouncer=true in DATABASE_URL means a pool");
	}
	if (set["LOOKUP_TOKEN"] && !set["SERVICE_URL"]) {
		found.push("SERVICE_URL must be set together with LOOKUP_TOKEN: the built-in service needs no token for lookups");
	}
	const { PORKBUN_API_KEY: key, PORKBUN_SECRET_API_KEY: secretKey, SERVICE_URL: serviceUrl } = set;
	if ((key === undefined) !== (secretKey === undefined)) {
		found.push("PORKBUN_API_KEY and PORKBUN_SECRET_API_KEY must be set together");
	} else if (key !== undefined && serviceUrl) {
		found.push("SERVICE_URL must be unset with PORKBUN_API_KEY: the built-in service serves the account at Porkbun");
	} else if (isTestKey(key) !== isTestKey(secretKey)) {
		found.push("PORKBUN_API_KEY and PORKBUN_SECRET_API_KEY must both be test keys (with _sb_), or both be live keys");
	}
	if (set["TELEGRAM_MODE"] === "webhook" && !set["PUBLIC_URL"]) {
		found.push("PUBLIC_URL must be set for TELEGRAM_MODE=webhook");
	}
	return found;
}

function isTestKey(key: string | undefined): boolean {
	return /^[ps]k1_sb_/.test(key ?? "");
}

/** Returns conflicts between settings that are each valid on their own. */
function collisions(set: z.infer<typeof settings>): string[] {
	const apart = set.SERVICE_URL !== undefined || set.PORT === 0 || set.HOST !== set.SERVICE_HOST;
	if (apart || set.PORT !== set.SERVICE_PORT) return [];
	return [`PORT and SERVICE_PORT must differ: both are ${set.PORT}, and the built-in service needs its own port`];
}

function arrange(set: z.infer<typeof settings>) {
	return {
		logLevel: set.LOG_LEVEL,
		/** If unset, the format is text on a terminal and JSON otherwise. */
		logFormat: set.LOG_FORMAT,
		dataDir: resolve(set.DATA_DIR),
		/** If unset, the bot uses the embedded database. */
		databaseUrl: set.DATABASE_URL,
		/**
		 * The address of the PostgreSQL server behind a connection pool such as PgBouncer, for work that needs a dedicated
		 * session. If it is set, `databaseUrl` is the address of the pool.
		 */
		databaseDirectUrl: set.DATABASE_DIRECT_URL,
		/**
		 * The address of a standby, a read-only copy of the database, for long reads. If unset, `databaseUrl` serves them
		 * too.
		 */
		databaseReadUrl: set.DATABASE_READ_URL,
		/**
		 * The keys that encrypt stored tokens and secrets. If `current` is unset, the key is in a file in the data
		 * directory. `old` contains earlier keys, which only decrypt.
		 */
		keys: { current: set.SECRET_KEY, old: set.SECRET_KEYS_OLD },
		telegram: {
			/** If unset, the bot uses the local Telegram server. */
			token: set.BOT_TOKEN,
			apiRoot: set.TELEGRAM_API_ROOT,
			/** The working folder of a Bot API server with `--local`. If unset, the server's own paths are used. */
			filesDir: set.TELEGRAM_FILES_DIR,
			mode: set.TELEGRAM_MODE ?? (set.PUBLIC_URL ? "webhook" : "polling"),
		},
		service: {
			/** If unset, the bot uses the built-in service. */
			url: set.SERVICE_URL,
			/**
			 * The token of an account of the operator, which looks up names and prices for people without an account. If
			 * unset, only the built-in service has such an account.
			 */
			lookupToken: set.LOOKUP_TOKEN,
			name: set.SERVICE_NAME,
			supportUrl: set.SUPPORT_URL,
			topUpUrl: set.TOPUP_URL,
			egressIps: set.EGRESS_IPS ?? (set.SERVICE_URL ? undefined : ["127.0.0.1", "::1"]),
		},
		builtInService: {
			host: set.SERVICE_HOST,
			port: set.SERVICE_PORT,
			trustedProxies: set.TRUSTED_PROXIES,
			webhookAllowedOrigins: set.WEBHOOK_ALLOWED_ORIGINS,
			/** The account that the service sells from. If unset, the service has its sandbox. */
			porkbun:
				set.PORKBUN_API_KEY !== undefined && set.PORKBUN_SECRET_API_KEY !== undefined
					? {
							url: set.PORKBUN_URL,
							apiKey: set.PORKBUN_API_KEY,
							secretApiKey: set.PORKBUN_SECRET_API_KEY,
							testKeys: isTestKey(set.PORKBUN_API_KEY),
						}
					: undefined,
		},
		/**
		 * The resolvers of the bot's DNS checks. If unset, the default depends on the service. With the built-in service,
		 * the bot asks only that service's nameserver. With another service, the bot asks the system's resolvers and some
		 * public ones.
		 */
		dnsResolvers: set.DNS_RESOLVERS,
		http: { host: set.HOST, port: set.PORT, publicUrl: set.PUBLIC_URL, expose: new Set(set.EXPOSE) },
		people: {
			allowed: set.ALLOWED_USERS,
			adminChatId: set.ADMIN_CHAT_ID,
			updatesPerMinute: set.UPDATES_PER_MINUTE || null,
			askTwiceAboveCents: set.ASK_TWICE_ABOVE === 0 ? null : Math.round(set.ASK_TWICE_ABOVE * 100),
		},
		/** The address and the token with which `npm run mcp` reaches the bot. If `url` is unset, the bot on this machine. */
		mcp: { url: set.MCP_URL, token: set.MCP_TOKEN },
		openBrowser: set.NO_BROWSER === undefined,
	};
}

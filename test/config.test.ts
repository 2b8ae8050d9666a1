import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { isAppError } from "@domains/kit/errors.ts";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../src/config.ts";

function problemsOf(env: Record<string, string>): string[] {
	try {
		parseConfig(env);
	} catch (error) {
		if (isAppError(error, "config_invalid")) return error.message.split("\n  ").slice(1);
		throw error;
	}
	return [];
}

describe("without any setting", () => {
	it("runs everything on this machine", () => {
		expect(parseConfig({ PATH: "/bin", BOT_TOKEN: "" })).toEqual({
			logLevel: "info",
			mcp: {},
			dataDir: resolve("data"),
			databaseUrl: undefined,
			databaseDirectUrl: undefined,
			databaseReadUrl: undefined,
			keys: { current: undefined, old: [] },
			telegram: { token: undefined, apiRoot: "https://api.telegram.org", filesDir: undefined, mode: "polling" },
			service: {
				url: undefined,
				name: undefined,
				supportUrl: undefined,
				topUpUrl: undefined,
				egressIps: ["127.0.0.1", "::1"],
			},
			builtInService: { host: "127.0.0.1", port: 8081, trustedProxies: [], webhookAllowedOrigins: [] },
			http: { host: "127.0.0.1", port: 8080, publicUrl: undefined, expose: new Set() },
			people: { allowed: undefined, adminChatId: undefined, updatesPerMinute: 120, askTwiceAboveCents: 20_000 },
			openBrowser: true,
		});
	});
});

describe("settings", () => {
	it("are parsed from the forms that people write", () => {
		const [now, before] = [randomBytes(32), randomBytes(32)];
		const config = parseConfig({
			BOT_TOKEN: "123:abc",
			PUBLIC_URL: "https://bot.example.com/",
			SERVICE_URL: "http://127.0.0.1:9000/api/v1/",
			SECRET_KEY: now.toString("base64"),
			SECRET_KEYS_OLD: ` ${before.toString("base64")} ,`,
			EXPOSE: "metrics, page",
			TRUSTED_PROXIES: "10.0.0.0/8,::1",
			WEBHOOK_ALLOWED_ORIGINS: "http://localhost:8080/path",
			ALLOWED_USERS: "1, 2",
			ADMIN_CHAT_ID: "-1001234567890",
			NO_BROWSER: "1",
		});
		expect(config).toMatchObject({
			keys: { current: now, old: [before] },
			telegram: { token: "123:abc", mode: "webhook" },
			service: { url: "http://127.0.0.1:9000/api/v1", egressIps: undefined },
			builtInService: { trustedProxies: ["10.0.0.0/8", "::1"], webhookAllowedOrigins: ["http://localhost:8080"] },
			http: { publicUrl: "https://bot.example.com", expose: new Set(["metrics", "page"]) },
			people: { allowed: [1, 2], adminChatId: -1001234567890 },
			openBrowser: false,
		});
	});

	it("use polling on request although a public URL is set", () => {
		const config = parseConfig({ PUBLIC_URL: "https://bot.example.com", TELEGRAM_MODE: "polling" });
		expect(config.telegram.mode).toBe("polling");
	});

	it("are all checked in one pass, and each problem names its setting", () => {
		const problems = problemsOf({
			BOT_TOKEN: "nonsense",
			PORT: "99999",
			SERVICE_PORT: "http",
			SERVICE_URL: "http://example.com/api/v1",
			DATABASE_URL: "mysql://root@localhost/bot",
			SECRET_KEY: "short",
			TELEGRAM_MODE: "webhook",
			LOG_LEVEL: "loud",
			EXPOSE: "everything",
			TRUSTED_PROXIES: "proxy.internal",
		});
		expect(problems.map((line) => line.split(" ")[0]).sort()).toEqual([
			"BOT_TOKEN",
			"DATABASE_URL",
			"EXPOSE",
			"LOG_LEVEL",
			"PORT",
			"PUBLIC_URL",
			"SECRET_KEY",
			"SERVICE_PORT",
			"SERVICE_URL",
			"TRUSTED_PROXIES",
		]);
	});

	it("never reveal a secret in an error message", () => {
		const secret = "c2VjcmV0LXNlY3JldA==";
		expect(problemsOf({ SECRET_KEY: secret, BOT_TOKEN: secret }).join()).not.toContain(secret);
	});

	it("do not send the bot's token over plain HTTP beyond this machine", () => {
		const problem = "TELEGRAM_API_ROOT must begin with https:// unless it is on this machine";
		expect(problemsOf({ TELEGRAM_API_ROOT: "http://telegram.example" })).toEqual([problem]);
		expect(problemsOf({ TELEGRAM_API_ROOT: "http://127.0.0.1.telegram.example:8081" })).toEqual([problem]);
		expect(problemsOf({ TELEGRAM_API_ROOT: "http://10.0.0.5:8081" })).toEqual([problem]);
		expect(problemsOf({ TELEGRAM_API_ROOT: "https://telegram.example" })).toEqual([]);
		expect(parseConfig({ TELEGRAM_API_ROOT: "http://127.0.0.1:8081/" }).telegram.apiRoot).toBe("http://127.0.0.1:8081");
		expect(parseConfig({}).telegram.apiRoot).toBe("https://api.telegram.org");
	});

	it("take only addresses to which a path can be added", () => {
		const problem = "must have no ? or #, because paths are added to it";
		for (const name of ["PUBLIC_URL", "SERVICE_URL", "TELEGRAM_API_ROOT"]) {
			expect(problemsOf({ [name]: "https://bot.example/v1?key=hunter22" })).toEqual([`${name} ${problem}`]);
		}
	});

	it.each(["PUBLIC_URL", "SERVICE_URL", "TELEGRAM_API_ROOT", "PORKBUN_URL", "MCP_URL", "SUPPORT_URL", "TOPUP_URL"])(
		"refuse a user and a password in %s, and do not repeat them",
		(name) => {
			const why = "no request uses them, and links would show them";
			for (const account of ["me:hunter22", "hunter22"]) {
				const problems = problemsOf({ [name]: `https://${account}@api.example/v1` });
				expect(problems).toEqual([`${name} must have no user and password: ${why}`]);
			}
		},
	);

	it.each(["0.0.0.0:80", "http://0.0.0.0", "[::1]:80", "my host", "localhost/"])("refuse HOST=%s", (text) => {
		const problem = "must be an IP address or a hostname, without a port";
		expect(problemsOf({ HOST: text })).toEqual([`HOST ${problem}`]);
		expect(problemsOf({ SERVICE_HOST: text })).toEqual([`SERVICE_HOST ${problem}`]);
	});

	it("may write the address of a listener in brackets", () => {
		const { http, builtInService } = parseConfig({ HOST: "[::1]", SERVICE_HOST: "[::]" });
		expect([http.host, builtInService.host]).toEqual(["::1", "::"]);
	});

	it("require a key for a shared database", () => {
		expect(problemsOf({ DATABASE_URL: "postgres://localhost/bot" })).toEqual([
			"SECRET_KEY must be set together with DATABASE_URL: openssl rand -base64 32",
		]);
	});

	it("take a token for lookups only with another service", () => {
		const [address, token] = ["https://registrar.example/v1", "dts_0123456789"];
		expect(parseConfig({ SERVICE_URL: address, LOOKUP_TOKEN: token }).service.lookupToken).toBe(token);
		expect(problemsOf({ LOOKUP_TOKEN: token })).toEqual([
			"SERVICE_URL must be set together with LOOKUP_TOKEN: the built-in service needs no token for lookups",
		]);
	});

	it("require the database that a pool or a standby belongs to", () => {
		for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
			const problems = problemsOf({ [name]: "postgres://localhost/bot" });
			expect(problems).toEqual([expect.stringContaining(`DATABASE_URL must be set together with ${name}`)]);
		}
	});

	it("accept several database hosts", () => {
		const key = Buffer.alloc(32, 7).toString("base64");
		const hosts = (list: string) => ({ DATABASE_URL: `postgres://bot:pw@${list}/bot`, SECRET_KEY: key });
		for (const list of ["db1:5432,db2:5433", "db1,db2", "[::1]:5432,10.0.0.2", "%2Fvar%2Frun%2Fpostgresql"]) {
			expect(parseConfig(hosts(list)).databaseUrl).toContain(list);
		}
		for (const list of ["db1:5432,", "db1:x,db2", "db1,db2:99999"]) {
			expect(problemsOf(hosts(list))).toEqual([expect.stringContaining("DATABASE_URL must be an address")]);
		}
	});

	it("reject a password with an unescaped %", () => {
		const key = Buffer.alloc(32, 7).toString("base64");
		const at = (password: string) => ({ DATABASE_URL: `postgres://bot:${password}@localhost/bot`, SECRET_KEY: key });
		expect(problemsOf(at("p%ss"))).toEqual(["DATABASE_URL contains a plain %: write it as %25"]);
		expect(problemsOf(at("p%25ss"))).toEqual([]);
	});

	it("name a parameter of a database address that cannot be used", () => {
		const key = Buffer.alloc(32, 7).toString("base64");
		const at = (query: string) => ({ DATABASE_URL: `postgres://bot:pw@localhost/bot?${query}`, SECRET_KEY: key });
		expect(problemsOf(at("sslmode=require&channel_binding=require"))).toEqual([]);
		expect(problemsOf(at("sslmode=on&reconnect=true"))).toEqual([
			"DATABASE_URL has sslmode=on: use disable, prefer, require, verify-ca or verify-full",
			expect.stringContaining("DATABASE_URL has an unknown parameter reconnect"),
		]);
		expect(problemsOf(at("pgbouncer=true"))).toEqual([expect.stringContaining("DATABASE_DIRECT_URL must be set")]);
		const direct = { DATABASE_DIRECT_URL: "postgres://bot:pw@localhost/bot" };
		expect(problemsOf({ ...at("pgbouncer=true"), ...direct })).toEqual([]);
	});

	it("may keep the quotes and line ends of the file that they come from", () => {
		const key = Buffer.alloc(32, 7).toString("base64");
		const read = parseConfig({
			BOT_TOKEN: "1000:local\r",
			SECRET_KEY: `"${key}"\r`,
			ADMIN_CHAT_ID: " '1001' ",
			TELEGRAM_MODE: "polling\r\n",
			SERVICE_NAME: `"Zorb's"`,
			SUPPORT_URL: '""',
		});
		expect(read.telegram).toMatchObject({ token: "1000:local", mode: "polling" });
		expect(read.keys.current?.toString("base64")).toBe(key);
		expect(read.people.adminChatId).toBe(1001);
		expect(read.service).toMatchObject({ name: "Zorb's", supportUrl: undefined });
	});

	it("require different ports for the bot and the built-in service", () => {
		const problem = "PORT and SERVICE_PORT must differ: both are 5120, and the built-in service needs its own port";
		expect(problemsOf({ PORT: "5120", SERVICE_PORT: "5120" })).toEqual([problem]);
		expect(problemsOf({ PORT: "5120", SERVICE_PORT: "5120", SERVICE_HOST: "127.0.0.2" })).toEqual([]);
		expect(problemsOf({ PORT: "5120", SERVICE_PORT: "5120", SERVICE_URL: "https://api.example.com" })).toEqual([]);
		expect(problemsOf({ PORT: "0", SERVICE_PORT: "0" })).toEqual([]);
	});

	it("require both keys of an account at Porkbun, of one mode, and without another service", () => {
		const [key, secret] = ["pk1_abcdefgh", "sk1_abcdefgh"];
		const both = { PORKBUN_API_KEY: key, PORKBUN_SECRET_API_KEY: secret };
		expect(problemsOf(both)).toEqual([]);
		expect(problemsOf({ PORKBUN_API_KEY: key })).toEqual([
			"PORKBUN_API_KEY and PORKBUN_SECRET_API_KEY must be set together",
		]);
		expect(problemsOf({ ...both, PORKBUN_API_KEY: "pk1_sb_abcdefgh" })).toEqual([
			"PORKBUN_API_KEY and PORKBUN_SECRET_API_KEY must both be test keys (with _sb_), or both be live keys",
		]);
		expect(problemsOf({ ...both, SERVICE_URL: "https://api.example.com/v1" })).toEqual([
			"SERVICE_URL must be unset with PORKBUN_API_KEY: the built-in service serves the account at Porkbun",
		]);
		const swapped = problemsOf({ PORKBUN_API_KEY: secret, PORKBUN_SECRET_API_KEY: key });
		expect(swapped).toEqual([
			"PORKBUN_API_KEY must begin with pk1_, as porkbun.com/account/api shows it",
			"PORKBUN_SECRET_API_KEY must begin with sk1_, as porkbun.com/account/api shows it",
		]);
		expect(swapped.join()).not.toContain("abcdefgh");
	});
});

import { randomUUID } from "node:crypto";
import type { ServiceAdmin } from "@domains/contract/admin.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Vault } from "@domains/kit/vault.ts";
import { vi } from "vitest";
import { createTokenLimiter } from "../../src/client/send.ts";
import { vaultContextOf } from "../../src/store/connections.ts";
import type { Chat } from "./chat.ts";
import { createProgram, type Program } from "./program.ts";
import { done } from "./service.ts";
import type { createSmallService } from "./small-service.ts";

/** On a busy machine, a watch may get no rate-limit permit in time. The bot then runs it again after a minute. */
const patience = { timeout: 90_000 };

/** Has $500. The service sends the account's events to the bot. */
export interface Customer extends Chat {
	/** At the service. */
	userId: number;
	/** At the service, in cents. */
	balance(): Promise<number>;
	token(): Promise<string>;
	/** Calls the service directly, with the account's token. */
	program(): Promise<Program>;
	/** Acts as another program. The service's event about it makes the bot send an alert. */
	owns(domain: string): Promise<void>;
	/** Returns the time in the service's event. */
	setsBlocked(domain: string, blocked: boolean, reason?: string): Promise<Date>;
	/** Sends no event that reports this to the bot. */
	refusesChanges(domain: string): Promise<void>;
	expiresIn(domain: string, days: number): Promise<void>;
	/**
	 * Reminders are sent in the morning, so this sets a time zone in which it is ten now. Then it waits until the bot has
	 * checked the expiry dates.
	 */
	wakes(): Promise<void>;
	/** All renewal prices have doubled since the last check. */
	seesPricesRise(): Promise<void>;
	/** Another program has changed the nameservers of a watched domain. */
	seesServersChange(domain: string): Promise<void>;
	getsDigest(): Promise<void>;
	getsUnknownEvent(): Promise<void>;
	/** The service rejects either the bot's token or its IP address. */
	losesAccess(access: "token" | "address"): Promise<void>;
	/**
	 * The account's next call with this path. Undefined for the built-in service, which has no way to refuse a call on
	 * demand.
	 */
	refusesNext?: (path: RegExp, status: number, code: string) => void;
}

/**
 * The person has pressed Start, and taps the sandbox button (built-in service) or sends the account's token (external
 * service).
 */
export type OpenAccount = (chat: Chat) => Promise<Customer>;

interface BuiltIn {
	sql: Sql;
	admin: ServiceAdmin;
	vault: Vault;
	serviceUrl: string;
}

export function builtInAccounts({ sql, admin, vault, serviceUrl }: BuiltIn): OpenAccount {
	const key = () => randomUUID();
	return async (chat) => {
		await chat.taps("🧪");
		const { text = "" } = await chat.until("500");
		if (text === "") throw new Error("no account");
		const [account] = await sql<{ user_id: number }[]>`
			select user_id::int from bot.accounts where owner_id = ${chat.view.person.id}`;
		const userId = account?.user_id ?? 0;
		done(await admin.saveEdgeProfile(key(), userId, { key: "main", enabled: true, zones: null }));
		/** A person never sees the token that the service issued for the bot. */
		async function token(): Promise<string> {
			const [row] = await sql<{ id: number; personId: number; serviceUrl: string; token: string }[]>`
				select id::int, person_id::int as "personId", service_url as "serviceUrl", token
				from bot.connections where person_id = ${chat.view.person.id} and active`;
			if (!row) throw new Error("the person has no connection");
			return vault.open(row.token, vaultContextOf(row));
		}
		return Object.assign(chat, {
			userId,
			balance: async () => done(await admin.show(userId)).balanceCents,
			token,
			async program() {
				const own = await token();
				const limiter = createTokenLimiter({ rateLimiter: createRateLimiter(sql), key: vault.fingerprint(own) });
				return createProgram(serviceUrl, own, limiter);
			},
			async owns(domain: string) {
				done(await admin.register(key(), userId, domain));
				done(await admin.credit(key(), userId, 1_150));
			},
			async setsBlocked(domain: string, blocked: boolean, reason = "phishing") {
				done(blocked ? await admin.block(key(), domain, reason) : await admin.unblock(key(), domain));
				const type = blocked ? "domain.blocked" : "domain.unblocked";
				const [event] = await sql<{ at: string }[]>`
					select body::jsonb ->> 'occurred_at' as at from service.events
					where domain = ${domain} and type = ${type} order by id desc limit 1`;
				if (!event) throw new Error(`the service has no event about ${domain}`);
				return new Date(event.at);
			},
			async refusesChanges(domain: string) {
				await sql`update service.domains set blocked_at = clock() where name = ${domain}`;
			},
			async expiresIn(domain: string, days: number) {
				await sql`
					update service.domains set expires_at = clock() + ${days} * interval '1 day' where name = ${domain}`;
			},
			...bySql(sql, chat),
			getsUnknownEvent: async () => void done(await admin.testWebhook(userId)),
			async losesAccess(access: "token" | "address") {
				if (access === "address") done(await admin.setWhitelist(key(), userId, ["203.0.113.77"]));
				else done(await admin.issueToken(key(), userId));
			},
		});
	};
}

/** The person connects an account with its token, and sets up its webhook as the bot explains it. */
export function smallAccounts(sql: Sql, service: Awaited<ReturnType<typeof createSmallService>>): OpenAccount {
	return async (chat) => {
		const account = service.openAccount();
		await chat.says(`/connect ${account.token}`);
		await chat.until("500");
		await chat.says("/api");
		const { text = "" } = await chat.until("/events/");
		const secret = `signed-by-${account.userId}`;
		account.webhook = { url: /http\S+/.exec(text)?.[0] ?? "", secret };
		await chat.taps("🔏");
		await chat.until("🔏");
		await chat.says(secret);
		await chat.until("✅");
		return Object.assign(chat, {
			userId: account.userId,
			balance: async () => account.balanceCents,
			token: async () => account.token,
			program: async () => createProgram(service.url, account.token),
			async owns(domain: string) {
				service.sendEvent(account, "domain.registered", domain, service.take(domain, account));
			},
			async setsBlocked(domain: string, blocked: boolean, reason = "phishing") {
				const owned = service.owned.get(domain);
				if (owned) owned.blocked = blocked;
				if (blocked) return service.sendEvent(account, "domain.blocked", domain, { reason });
				return service.sendEvent(account, "domain.unblocked", domain);
			},
			async refusesChanges(domain: string) {
				const owned = service.owned.get(domain);
				if (owned) owned.blocked = true;
			},
			async expiresIn(domain: string, days: number) {
				const owned = service.owned.get(domain);
				if (owned) owned.expires = service.now() + days * 24 * 3_600_000;
			},
			...bySql(sql, chat),
			async getsUnknownEvent() {
				service.sendEvent(account, "domain.moon", "moon.com");
			},
			async losesAccess(access: "token" | "address") {
				if (access === "address") account.whitelisted = false;
				else service.reissue(account);
			},
			refusesNext: (path: RegExp, status: number, code: string) =>
				service.failFor(account, path, { kind: "refused", status, code, retryAfter: 2 }),
		});
	};
}

/** They work in the same way with every service, because they change only rows of the bot's database. */
function bySql(sql: Sql, chat: Chat) {
	return {
		wakes: () => makeMorning(sql, chat),
		seesPricesRise: () => raisePrices(sql, chat),
		seesServersChange: (domain: string) => changeServers(sql, chat, domain),
		getsDigest: () => makeDigestDue(sql, chat),
	};
}

/**
 * The bot's message about prices needs both stored prices and expiry dates. Halves the stored prices and makes the
 * price check due.
 */
async function raisePrices(sql: Sql, chat: Chat): Promise<void> {
	const own = sql`select account_id from bot.connections where person_id = ${chat.view.person.id}`;
	await vi.waitFor(async () => {
		const found = await sql`
				select from bot.prices p join bot.domains d on d.account_id = p.account_id and d.domain = p.subject
				where p.account_id in (${own}) and d.expires_at is not null`;
		if (found.length === 0) throw new Error("no look has stored prices and dates");
	}, patience);
	await sql`
		update bot.prices set renew_cents = renew_cents / 2, since = since - interval '40 days', seen_at = seen_at - interval '2 days'
		where account_id in (${own})`;
	await sql`
		update bot.watches set wake_at = clock() - interval '1 second' where kind = 'prices' and account_id in (${own})`;
}

/**
 * Replaces the nameservers that the watch remembers, and makes it check twice: the bot reports a change only after two
 * checks have found it.
 */
async function changeServers(sql: Sql, chat: Chat, domain: string): Promise<void> {
	const watch = sql`kind = 'zone' and subject = ${domain} and person_id = ${chat.view.person.id}`;
	const reached = (condition: ReturnType<typeof sql>) =>
		vi.waitFor(async () => {
			const found = await sql`select from bot.watches where ${watch} and ${condition}`;
			if (found.length === 0) throw new Error("the watch has not looked");
		}, patience);
	await reached(sql`answer is not null`);
	await sql`
		update bot.watches set wake_at = clock() - interval '1 second', answer =
			jsonb_set(answer, '{baseline,nameservers}', '["ns1.before.example", "ns2.before.example"]') where ${watch}`;
	await reached(sql`answer -> 'found' <> 'null'`);
	await sql`update bot.watches set wake_at = clock() - interval '1 second' where ${watch}`;
}

async function makeDigestDue(sql: Sql, chat: Chat): Promise<void> {
	await sql`
		update bot.outbox set wake_at = clock(), held_until = clock()
		where subject_kind = 'digest' and state = 'waiting' and person_id = ${chat.view.person.id}`;
}

async function makeMorning(sql: Sql, chat: Chat): Promise<void> {
	const { id } = chat.view.person;
	// The names of these time zones have the opposite sign: `Etc/GMT-2` is two hours ahead of UTC.
	const ahead = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
	const zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
	await sql`update bot.people set time_zone = ${zone} where id = ${id}`;
	const watch = sql`account_id in (select account_id from bot.connections where person_id = ${id})`;
	// A check that runs now may have read the old dates. It stores its result only if `looks` is unchanged.
	await sql`
		update bot.watches set wake_at = clock() - interval '1 second', lease_until = null, looks = looks + 1,
			answered_at = case when kind = 'expiry' then null else answered_at end
		where ${watch}`;
	await vi.waitFor(async () => {
		const found = await sql`select from bot.watches where ${watch} and kind = 'expiry' and answered_at is not null`;
		if (found.length === 0) throw new Error("the expiry dates have not been checked");
	}, patience);
}

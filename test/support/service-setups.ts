import { randomUUID } from "node:crypto";
import { type TestContext, vi } from "vitest";
import { openAdmin } from "../../src/world/service-only.ts";
import { type Chat, openChat } from "./chat.ts";
import { createPerson } from "./person.ts";
import { freePort } from "./port.ts";
import { done } from "./service.ts";
import { createSmallService } from "./small-service.ts";
import { createTestWorld, type TestWorld } from "./world.ts";

/** A person whose account has $500. The service sends the account's events to the bot. */
export interface Customer extends Chat {
	/** Adds a domain to the account, as another program would. The bot notifies the person of it. */
	owns(domain: string): Promise<void>;
	/** Makes the service report that the domain is blocked or no longer blocked. */
	setsBlocked(domain: string, blocked: boolean): Promise<void>;
	/** Makes the domain expire after this many days. */
	expiresIn(domain: string, days: number): Promise<void>;
	/** Sets the person's time zone to one in which it is ten in the morning now, and makes their next reminder due. */
	wakes(): Promise<void>;
	/** Makes the bot see that all renewal prices have doubled since its last check. */
	seesPricesRise(): Promise<void>;
	/** Makes the bot see that another program has changed the nameservers of a watched domain. */
	seesServersChange(domain: string): Promise<void>;
	/** Makes the person's next digest due now. */
	getsDigest(): Promise<void>;
	/** Makes the service send an event whose type the bot does not know. */
	getsUnknownEvent(): Promise<void>;
	/** Makes the service reject either the bot's token or the bot's IP address. */
	losesAccess(access: "token" | "address"): Promise<void>;
	/**
	 * Makes the service refuse the account's next call with this path. Undefined with the built-in service, which cannot
	 * do that.
	 */
	refusesNext?: (path: RegExp, status: number, code: string) => void;
}

type Test = Pick<TestContext, "onTestFinished">;

/**
 * The whole bot with one service: the built-in one or an external one. With both, a `.com` costs $11.50 for the first
 * year and $12.50 for each further year, and there is an edge profile `main`.
 */
export interface ServiceSetup extends AsyncDisposable {
	world: TestWorld;
	/**
	 * True if people can change the account's API settings in the chat. Otherwise the bot explains how to do that at the
	 * service.
	 */
	managed: boolean;
	/** Creates a person who has pressed Start. The tests run in parallel, so each test closes only its own chats. */
	newcomer(test: Test, language?: string): Promise<Chat>;
	/** Connects an account for a new person, in the way that the first screen offers. */
	openAccount(chat: Chat): Promise<Customer>;
	customer(test: Test, language?: string): Promise<Customer>;
}

/** Starts the bot with the built-in service, as `npm start` does. */
async function openBuiltIn(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	// The service must allow the bot's address as a target of events, so the port must be known before the start.
	const world = stack.use(await createTestWorld({ PORT: String(await freePort()) }));
	const { admin } = stack.use(await openAdmin(world.config, world.log));
	const key = () => randomUUID();
	done(await admin.setPrice(key(), { zone: ".com", registerCents: 1_150, renewCents: 1_250 }));
	const parts = stack.move();
	return createSetup(parts, {
		world,
		managed: true,
		async openAccount(chat) {
			await chat.taps("🧪");
			const { text = "" } = await chat.until("500");
			if (text === "") throw new Error("no account");
			const [account] = await world.database.sql<{ user_id: number }[]>`
				select user_id::int from bot.accounts where owner_id = ${chat.view.person.id}`;
			const userId = account?.user_id ?? 0;
			done(await admin.saveEdgeProfile(key(), userId, { key: "main", enabled: true, zones: null }));
			return Object.assign(chat, {
				async owns(domain: string) {
					done(await admin.register(key(), userId, domain));
					done(await admin.credit(key(), userId, 1_150));
				},
				async setsBlocked(domain: string, blocked: boolean) {
					done(blocked ? await admin.block(key(), domain, "phishing") : await admin.unblock(key(), domain));
				},
				async expiresIn(domain: string, days: number) {
					await world.database.sql`
						update service.domains set expires_at = clock() + ${days} * interval '1 day' where name = ${domain}`;
				},
				wakes: () => makeMorning(world, chat),
				seesPricesRise: () => raisePrices(world, chat),
				seesServersChange: (domain: string) => changeServers(world, chat, domain),
				getsDigest: () => makeDigestDue(world, chat),
				getsUnknownEvent: async () => void done(await admin.testWebhook(userId)),
				async losesAccess(access: "token" | "address") {
					if (access === "address") done(await admin.setWhitelist(key(), userId, ["203.0.113.77"]));
					else done(await admin.issueToken(key(), userId));
				},
			});
		},
	});
}

/**
 * Starts the bot with an external service, which writes requests and answers like the specification's samples. The
 * person configures everything as the bot explains it.
 */
async function openForeign(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	const service = stack.use(await createSmallService());
	const port = String(await freePort());
	const world = stack.use(
		await createTestWorld({
			SERVICE_URL: service.url,
			EGRESS_IPS: "203.0.113.9",
			// No DNS server answers at this address. Tests must not send queries to the internet.
			DNS_RESOLVERS: "127.0.0.1:9",
			PORT: port,
			PUBLIC_URL: `http://127.0.0.1:${port}`,
			TELEGRAM_MODE: "polling",
		}),
	);
	const parts = stack.move();
	return createSetup(parts, {
		world,
		managed: false,
		async openAccount(chat) {
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
				async owns(domain: string) {
					service.sendEvent(account, "domain.registered", domain, service.take(domain, account));
				},
				async setsBlocked(domain: string, blocked: boolean) {
					service.sendEvent(account, blocked ? "domain.blocked" : "domain.unblocked", domain);
				},
				async expiresIn(domain: string, days: number) {
					const owned = service.owned.get(domain);
					if (owned) owned.expires = Date.now() + days * 24 * 3_600_000;
				},
				wakes: () => makeMorning(world, chat),
				seesPricesRise: () => raisePrices(world, chat),
				seesServersChange: (domain: string) => changeServers(world, chat, domain),
				getsDigest: () => makeDigestDue(world, chat),
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
		},
	});
}

/**
 * Makes the next price check find that prices have doubled: halves the stored prices and makes the check due. Before
 * that, it waits until the price check has stored prices and the expiry check has stored dates. The dates are in the
 * bot's message about prices, but not in the external service's list of domains.
 */
async function raisePrices({ database }: TestWorld, chat: Chat): Promise<void> {
	const own = database.sql`select account_id from bot.connections where person_id = ${chat.view.person.id}`;
	await vi.waitFor(
		async () => {
			const found = await database.sql`
				select from bot.prices p join bot.domains d on d.account_id = p.account_id and d.domain = p.subject
				where p.account_id in (${own}) and d.expires_at is not null`;
			if (found.length === 0) throw new Error("no look has stored prices and dates");
		},
		{ timeout: 20_000 },
	);
	await database.sql`
		update bot.prices set renew_cents = renew_cents / 2, since = since - interval '40 days', seen_at = seen_at - interval '2 days'
		where account_id in (${own})`;
	await database.sql`
		update bot.watches set wake_at = clock() - interval '1 second' where kind = 'prices' and account_id in (${own})`;
}

/**
 * Makes the zone watch see a change of nameservers. It changes the nameservers that the watch remembers, and then makes
 * the watch check twice. The bot reports a change only after two checks have found it.
 */
async function changeServers({ database }: TestWorld, chat: Chat, domain: string): Promise<void> {
	const { sql } = database;
	const watch = sql`kind = 'zone' and subject = ${domain} and person_id = ${chat.view.person.id}`;
	const reached = (condition: ReturnType<typeof sql>) =>
		vi.waitFor(
			async () => {
				const found = await sql`select from bot.watches where ${watch} and ${condition}`;
				if (found.length === 0) throw new Error("the watch has not looked");
			},
			{ timeout: 20_000 },
		);
	await reached(sql`answer is not null`);
	await sql`
		update bot.watches set wake_at = clock() - interval '1 second', answer =
			jsonb_set(answer, '{baseline,nameservers}', '["ns1.before.example", "ns2.before.example"]') where ${watch}`;
	await reached(sql`answer -> 'found' <> 'null'`);
	await sql`update bot.watches set wake_at = clock() - interval '1 second' where ${watch}`;
}

async function makeDigestDue({ database }: TestWorld, chat: Chat): Promise<void> {
	await database.sql`
		update bot.outbox set wake_at = clock(), held_until = clock()
		where subject_kind = 'digest' and state = 'waiting' and person_id = ${chat.view.person.id}`;
}

async function makeMorning({ database }: TestWorld, chat: Chat): Promise<void> {
	const { id } = chat.view.person;
	// The names of these zones have the opposite sign: `Etc/GMT-2` is two hours ahead of UTC.
	const ahead = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
	const zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
	await database.sql`update bot.people set time_zone = ${zone} where id = ${id}`;
	await database.sql`
		update bot.watches set wake_at = clock() - interval '1 second'
		where account_id in (select account_id from bot.connections where person_id = ${id})`;
}

function createSetup(
	parts: AsyncDisposableStack,
	own: Pick<ServiceSetup, "world" | "managed" | "openAccount">,
): ServiceSetup {
	const newcomer = (test: Test, language?: string) => startChat(own.world, test, language);
	return {
		...own,
		newcomer,
		customer: async (test, language) => own.openAccount(await newcomer(test, language)),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

export const serviceSetups: readonly [name: string, open: () => Promise<ServiceSetup>][] = [
	["our service", openBuiltIn],
	["a service of the sample dialect", openForeign],
];

/** Creates a person and opens their chat with the bot, which they have started. */
async function startChat(world: TestWorld, { onTestFinished }: Test, language = "en"): Promise<Chat> {
	const chat = await openChat({ url: world.url, person: await createPerson(world.url, language), timeoutMs: 30_000 });
	onTestFinished(async () => {
		chat.close();
		await chat.expectNoRefusals();
	});
	await chat.starts();
	return chat;
}

import { randomUUID } from "node:crypto";
import type { TestContext } from "vitest";
import { openAdmin } from "../../src/world/service-only.ts";
import { type Chat, openChat } from "./chat.ts";
import { createPerson } from "./person.ts";
import { freePort } from "./port.ts";
import { done } from "./service.ts";
import { createSmallService } from "./small-service.ts";
import { createTestWorld, type TestWorld } from "./world.ts";

/** A person whose account has $500 and sends its events to the bot. */
export interface Customer extends Chat {
	/** Adds a domain to the account through another program. The person is notified. */
	owns(domain: string): Promise<void>;
	/** Sets or clears the blocked flag of the domain. */
	setsBlocked(domain: string, blocked: boolean): Promise<void>;
	/** Makes the service send an event of an unknown type. */
	getsUnknownEvent(): Promise<void>;
	/** Makes the service reject the bot's token, or the bot's IP address. */
	losesAccess(access: "token" | "address"): Promise<void>;
	/** Makes the service refuse the account's next call whose path matches; the built-in service cannot do this. */
	refusesNext?: (path: RegExp, status: number, code: string) => void;
}

type Test = Pick<TestContext, "onTestFinished">;

/**
 * The whole bot with one service. In both services a `.com` costs $11.50 for the first year and $12.50 for each
 * further one, and there is an edge profile `main`.
 */
export interface ServiceSetup extends AsyncDisposable {
	world: TestWorld;
	/** True if Profile → API can be managed in the chat; otherwise the bot explains how to do it at the service. */
	managed: boolean;
	/** Creates a person who has pressed Start. Journeys run in parallel, so each test closes the chats it has opened. */
	newcomer(test: Test, language?: string): Promise<Chat>;
	/** Gives a newcomer an account in the way that the first screen offers. */
	openAccount(chat: Chat): Promise<Customer>;
	customer(test: Test, language?: string): Promise<Customer>;
}

/** The built-in service, as started by `npm start`. */
async function openBuiltIn(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	// The port must be known in advance, because the service has to allow events to be sent there.
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
				getsUnknownEvent: async () => void done(await admin.testWebhook(userId)),
				async losesAccess(access: "token" | "address") {
					if (access === "address") done(await admin.setWhitelist(key(), userId, ["203.0.113.77"]));
					else done(await admin.issueToken(key(), userId));
				},
			});
		},
	});
}

/** A foreign service that uses the sample dialect. The person sets up everything by following the bot's guide. */
async function openForeign(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	const service = stack.use(await createSmallService());
	const port = String(await freePort());
	const world = stack.use(
		await createTestWorld({
			SERVICE_URL: service.url,
			EGRESS_IPS: "203.0.113.9",
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

/** Creates a person who has pressed Start. */
async function startChat(world: TestWorld, { onTestFinished }: Test, language = "en"): Promise<Chat> {
	const chat = await openChat({ url: world.url, person: await createPerson(world.url, language), timeoutMs: 30_000 });
	onTestFinished(async () => {
		chat.close();
		await chat.expectNoRefusals();
	});
	await chat.starts();
	return chat;
}

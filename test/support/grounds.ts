import { randomUUID } from "node:crypto";
import type { TestContext } from "vitest";
import type { Person } from "../../src/telegram/protocol.ts";
import { openAdmin } from "../../src/world/service-only.ts";
import { type Chat, openChat } from "./chat.ts";
import { freePort } from "./port.ts";
import { done } from "./service.ts";
import { createSmallService } from "./small-service.ts";
import { createTestWorld, type TestWorld } from "./world.ts";

/** Somebody whose account has 500 dollars, and whose events come here. */
export interface Customer extends Chat {
	/** A domain comes into the account by another program; the person hears of it. */
	owns(domain: string): Promise<void>;
	/** Monitoring raises the blocked signal, or clears it. */
	monitors(domain: string, blocked: boolean): Promise<void>;
	/** The service sends an event whose name nobody knows. */
	hearsOdd(): Promise<void>;
	/** The service no longer takes the token that the bot has, or no requests from the bot's address. */
	loses(access: "token" | "address"): Promise<void>;
}

type Test = Pick<TestContext, "onTestFinished">;

/** The whole world over one service. Both sell `.com` for 11.50 and 12.50 a further year, and have an edge profile `main`. */
export interface Ground extends AsyncDisposable {
	world: TestWorld;
	/** Profile -> API stands in the chat itself, not at the service. */
	managed: boolean;
	/** Somebody new who has pressed Start. Journeys run side by side, so a chat is closed by the test that it is for. */
	newcomer(test: Test, language?: string): Promise<Chat>;
	/** A newcomer gets an account, as the first screen offers it. */
	settles(chat: Chat): Promise<Customer>;
	customer(test: Test, language?: string): Promise<Customer>;
	/** What goes wrong, where it is somebody else's service. */
	fail?: Awaited<ReturnType<typeof createSmallService>>["fail"];
}

/** Our own service, as `npm start` has it. */
async function openBuiltIn(): Promise<Ground> {
	await using stack = new AsyncDisposableStack();
	// A port that is known beforehand, so that the desk may send events there too.
	const world = stack.use(await createTestWorld({ PORT: String(await freePort()) }));
	const { admin } = stack.use(await openAdmin(world.config, world.log));
	const key = () => randomUUID();
	done(await admin.setPrice(key(), { zone: ".com", registerCents: 1_150, renewCents: 1_250 }));
	const parts = stack.move();
	return groundOf(parts, {
		world,
		managed: true,
		async settles(chat) {
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
				async monitors(domain: string, blocked: boolean) {
					done(blocked ? await admin.block(key(), domain, "phishing") : await admin.unblock(key(), domain));
				},
				hearsOdd: async () => void done(await admin.testWebhook(userId)),
				async loses(access: "token" | "address") {
					if (access === "address") done(await admin.setWhitelist(key(), userId, ["203.0.113.77"]));
					else done(await admin.issueToken(key(), userId));
				},
			});
		},
	});
}

/** Somebody else's service that speaks the sample dialect; the person sets up everything there by the bot's guide. */
async function openForeign(): Promise<Ground> {
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
	return groundOf(parts, {
		world,
		managed: false,
		fail: service.fail,
		async settles(chat) {
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
					service.tell(account, "domain.registered", domain, service.take(domain, account));
				},
				async monitors(domain: string, blocked: boolean) {
					service.tell(account, blocked ? "domain.blocked" : "domain.unblocked", domain);
				},
				async hearsOdd() {
					service.tell(account, "domain.moon", "moon.com");
				},
				async loses(access: "token" | "address") {
					if (access === "address") account.whitelisted = false;
					else service.reissue(account);
				},
			});
		},
	});
}

function groundOf(parts: AsyncDisposableStack, own: Pick<Ground, "world" | "managed" | "settles" | "fail">): Ground {
	const newcomer = (test: Test, language?: string) => meet(own.world, test, language);
	return {
		...own,
		newcomer,
		customer: async (test, language) => own.settles(await newcomer(test, language)),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

export const grounds: readonly [name: string, open: () => Promise<Ground>][] = [
	["our service", openBuiltIn],
	["a service of the sample dialect", openForeign],
];

/** Somebody new who has pressed Start. */
async function meet(world: TestWorld, { onTestFinished }: Test, language_code = "en"): Promise<Chat> {
	const body = JSON.stringify({ first_name: "Anna", language_code });
	const response = await fetch(`${world.url}/people`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body,
	});
	// The local Telegram answers with the type of its protocol.
	const { id } = (await response.json()) as Person;
	const chat = await openChat({ url: world.url, person: id, patience: 30_000 });
	onTestFinished(async () => {
		chat.close();
		await chat.expectNoRefusals();
	});
	await chat.starts();
	return chat;
}

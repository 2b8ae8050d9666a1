import { randomUUID } from "node:crypto";
import { createVault } from "@domains/kit/vault.ts";
import { basePath } from "@domains/trading-service/index.ts";
import type { TestContext } from "vitest";
import { openAdmin } from "../../src/world/service-only.ts";
import { type Chat, openChat } from "./chat.ts";
import { createPerson } from "./person.ts";
import { freePort } from "./port.ts";
import { done } from "./service.ts";
import { builtInAccounts, type Customer, smallAccounts } from "./service-accounts.ts";
import { createSmallService } from "./small-service.ts";
import { createTestWorld, type TestWorld } from "./world.ts";

export type Test = Pick<TestContext, "onTestFinished">;

/**
 * In both cases, a `.com` costs $11.50 for the first year and $12.50 for each further year. Both have an edge profile
 * `main`.
 */
export interface ServiceSetup extends AsyncDisposable {
	world: TestWorld;
	/**
	 * People can change the account's API settings in the chat. Otherwise, the bot explains how to change them at the
	 * service.
	 */
	managed: boolean;
	/** The person has pressed Start. The chat is closed when `test` ends. */
	newcomer(test: Test, language?: string): Promise<Chat>;
	/** The person has pressed Start. */
	openAccount(chat: Chat): Promise<Customer>;
	customer(test: Test, language?: string): Promise<Customer>;
}

/** A person of a test taps faster than any real one. */
const noSenderLimit = { UPDATES_PER_MINUTE: "0" };

/** Does what `npm start` does. */
async function openBuiltIn(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	// The service accepts the bot's local address as a webhook target only if its settings contain the bot's port.
	const [port, servicePort] = [await freePort(), await freePort()];
	const world = stack.use(
		await createTestWorld({ PORT: String(port), SERVICE_PORT: String(servicePort), ...noSenderLimit }),
	);
	const { config, database, log } = world;
	const { admin } = stack.use(await openAdmin(config, log));
	done(await admin.setPrice(randomUUID(), { zone: ".com", registerCents: 1_150, renewCents: 1_250 }));
	if (!config.keys.current) throw new Error("the test world has a key");
	const vault = createVault(config.keys.current);
	const serviceUrl = `http://127.0.0.1:${servicePort}${basePath}`;
	const parts = stack.move();
	const openAccount = builtInAccounts({ sql: database.sql, admin, vault, serviceUrl });
	return createSetup(parts, { world, managed: true, openAccount });
}

/**
 * The small fake registrar. Its requests and answers look like the samples in the specification. The person sets up
 * everything as the bot explains it.
 */
async function openForeign(): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	const service = stack.use(await createSmallService());
	const setup = stack.use(await openBotOf(service));
	const parts = stack.move();
	return { ...setup, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** The bot has its own database, so several bots can use the same service. */
export async function openBotOf(service: Awaited<ReturnType<typeof createSmallService>>): Promise<ServiceSetup> {
	await using stack = new AsyncDisposableStack();
	const port = String(await freePort());
	const world = stack.use(
		await createTestWorld({
			...noSenderLimit,
			SERVICE_URL: service.url,
			EGRESS_IPS: "203.0.113.9",
			// Tests send no queries to the internet.
			DNS_RESOLVERS: "127.0.0.1:9",
			PORT: port,
			PUBLIC_URL: `http://127.0.0.1:${port}`,
			TELEGRAM_MODE: "polling",
		}),
	);
	const parts = stack.move();
	return createSetup(parts, { world, managed: false, openAccount: smallAccounts(world.database.sql, service) });
}

function createSetup(
	parts: AsyncDisposableStack,
	own: Pick<ServiceSetup, "world" | "managed" | "openAccount">,
): ServiceSetup {
	const newcomer = (test: Test, language?: string) => startChat(own.world.url, test, language);
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

/** Presses Start. The chat is closed when the test ends. */
export async function startChat(url: string, { onTestFinished }: Test, language = "en"): Promise<Chat> {
	const chat = await openChat({ url, person: await createPerson(url, language), timeoutMs: 30_000 });
	onTestFinished(async () => {
		chat.close();
		await chat.expectNoRefusals();
	});
	await chat.starts();
	return chat;
}

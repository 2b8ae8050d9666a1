import { randomUUID } from "node:crypto";
import { type BotInTalk, startForeignBot, startWholeBot } from "../bot/setup.ts";
import { done } from "./service.ts";
import { builtInAccounts, type Customer, type OpenAccount, smallAccounts } from "./service-accounts.ts";
import { startChat, type Test } from "./service-setups.ts";

type Ground = Awaited<ReturnType<typeof startWholeBot | typeof startForeignBot>>["ground"];

/** A test advances the clock. A `.com` costs $11.50 for the first year and $12.50 for each further year. */
export interface TimedSetup extends AsyncDisposable {
	world: BotInTalk & { ground: Pick<Ground, "database" | "jobs" | "tasks"> };
	managed: boolean;
	customer(test: Test, language?: string): Promise<Customer>;
	/** In cents, for each year of a `.com` after the first one. */
	setRenewal(cents: number): Promise<void>;
	/** The bot has received all events that the service has sent. */
	delivered(): Promise<void>;
}

async function openBuiltIn(): Promise<TimedSetup> {
	const world = await startWholeBot();
	const { database, deps, service } = world.ground;
	const { admin } = service;
	const { vault } = deps;
	const setRenewal = async (renewCents: number) =>
		void done(await admin.setPrice(randomUUID(), { zone: ".com", registerCents: 1_150, renewCents }));
	await setRenewal(1_250);
	return {
		world,
		managed: true,
		setRenewal,
		customer: customers(world, builtInAccounts({ sql: database.sql, admin, vault, serviceUrl: deps.service.url })),
		// The built-in service keeps its unsent events in the database, and tests already wait until there are none.
		delivered: async () => {},
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}

async function openForeign(): Promise<TimedSetup> {
	const world = await startForeignBot();
	const { database, service } = world.ground;
	return {
		world,
		managed: false,
		setRenewal: async (renew) => void service.prices.set(".com", { register: 1_150, renew }),
		customer: customers(world, smallAccounts(database.sql, service)),
		delivered: service.delivered,
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}

function customers({ url }: BotInTalk, openAccount: OpenAccount): TimedSetup["customer"] {
	return async (test, language) => openAccount(await startChat(url, test, language));
}

export const timedSetups: readonly [name: string, open: () => Promise<TimedSetup>][] = [
	["our service", openBuiltIn],
	["a service of the sample dialect", openForeign],
];

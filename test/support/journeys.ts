import type { Sql } from "@domains/kit/postgres/connect.ts";
import { afterAll, beforeAll, describe, inject, type TestContext } from "vitest";
import type { Chat } from "./chat.ts";
import type { Customer } from "./service-accounts.ts";
import { type ServiceSetup, serviceSetups } from "./service-setups.ts";
import { texts, words } from "./texts.ts";
import { type TimedSetup, timedSetups } from "./timed-setups.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Each has a service and a language. */
		combinations: "one for each language" | "the others";
	}
}

/**
 * `npm test` plays each language with one service. The system tests play the other combinations, because each takes
 * about 20 s of processor time.
 */
function localesWith(service: number): string[] {
	const one = inject("combinations") === "one for each language";
	return texts.locales.filter((_, index) => (index % serviceSetups.length === service) === one);
}

/** A test of a whole task in the chat, with any service and in any language. */
export interface Journey {
	/** `w` returns the text of a key without tags, as a person reads it. */
	t: ReturnType<typeof texts>;
	w(key: string, vars?: Record<string, string | number>): string;
	money(dollars: number): string;
	/** Contains the language code. All languages share one service, where each domain can be registered only once. */
	own(name: string): string;
	customer(test: TestContext): Promise<Customer>;
	newcomer(test: TestContext): Promise<Chat>;
	/** Has read the notifications about the domains. */
	owner(test: TestContext, domains: readonly string[], records: readonly string[]): Promise<Customer>;
	/** Waits for the receipt. `what` is how it names the changed domain, and `count` is the number of changed domains. */
	applies(chat: Chat, what: string, count?: number): Promise<void>;
	managed(): boolean;
	sql(): Sql;
}

/**
 * Each runs with each service and in each language, see `localesWith`. They run in parallel, because they mostly wait
 * for rate limits. All journeys with the same service share one bot.
 */
export function describeJourneys(declare: (journey: Journey) => void): void {
	for (const [index, [name, open]] of serviceSetups.entries())
		describe(`with ${name}`, { concurrent: true }, () => {
			let setup: ServiceSetup;
			beforeAll(async () => {
				setup = await open();
			});
			afterAll(() => setup[Symbol.asyncDispose]());

			describe.each(localesWith(index))("in %s", (locale) => {
				const t = texts(locale);
				const w = (key: string, vars = {}) => words(t, key, vars);
				const customer = (test: TestContext) => setup.customer(test, locale);
				declare({
					t,
					w,
					money: (dollars) => t.money(dollars * 100),
					own: (name) => `${name}-${locale}.com`,
					customer,
					newcomer: (test) => setup.newcomer(test, locale),
					async owner(test, domains, records) {
						const chat = await customer(test);
						const program = await chat.program();
						for (const domain of domains) {
							await chat.owns(domain);
							await program.writesZone(domain, records);
							await chat.until(domain);
						}
						return chat;
					},
					async applies(chat, what, count = 1) {
						const receipt = w("operation-succeeded", { kind: "dns", what, count });
						const receipts = () => having(chat, receipt).length;
						const before = receipts();
						await chat.taps(t("operation-apply"));
						await chat.untilView(() => receipts() > before, `there was no new receipt "${receipt}"`);
					},
					managed: () => setup.managed,
					sql: () => setup.world.database.sql,
				});
			});
		});
}

export interface TimedJourney extends Pick<Journey, "t" | "w" | "own"> {
	/** The bot is for this test alone. */
	begin(test: TestContext): Promise<TimedSetup & { anna: Customer }>;
}

/**
 * Like `describeJourneys`, but each test has its own bot, because a test that advances the clock would disturb the
 * others. `zone` is the time zone of the times in the texts.
 */
export function describeTimedJourneys(declare: (journey: TimedJourney) => void, zone?: string): void {
	for (const [index, [name, open]] of timedSetups.entries())
		describe(`with ${name}`, { concurrent: true }, () => {
			describe.each(localesWith(index))("in %s", (locale) => {
				const t = texts(locale, zone);
				declare({
					t,
					w: (key, vars = {}) => words(t, key, vars),
					own: (name) => `${name}-${locale}.com`,
					async begin(test) {
						const setup = await open();
						test.onTestFinished(() => setup[Symbol.asyncDispose]());
						return { ...setup, anna: await setup.customer(test, locale) };
					},
				});
			});
		});
}

export function having({ messages }: Chat, part: string) {
	return messages.filter(({ text }) => text?.includes(part));
}

import { type FakeOptions, startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain } from "fake-porkbun/state.ts";
import { describe, expect, it, type TestContext, vi } from "vitest";
import { startChat } from "../support/service-setups.ts";
import { texts, words } from "../support/texts.ts";
import { createTestWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 240_000 });

const dayMs = 86_400_000;
const many = { limit: 1_000, seconds: 1 };
/** With the usual limits, the journeys would wait. */
const raised = { check: many, createAttempt: many, createSuccess: many, renewAttempt: many, renewSuccess: many };

/** A bot over a test account at Porkbun, and a person who has opened it. The account has `owned`, bought long ago. */
async function begin(test: TestContext, locale: string, owned: readonly string[] = [], options: FakeOptions = {}) {
	const fake = await startFakePorkbun({ limits: raised, ...options });
	test.onTestFinished(() => fake.close());
	const account = fake.state.sandbox;
	for (const name of owned) addDomain(fake.state, account, name, Date.now() - 100 * dayMs);
	const world = await createTestWorld({
		PORKBUN_URL: fake.url,
		PORKBUN_API_KEY: fake.keys.sandbox.apiKey,
		PORKBUN_SECRET_API_KEY: fake.keys.sandbox.secretApiKey,
		// A person of a test taps faster than any real one.
		UPDATES_PER_MINUTE: "0",
	});
	test.onTestFinished(() => world[Symbol.asyncDispose]());
	const t = texts(locale);
	const w = (key: string, vars = {}) => words(t, key, vars);
	const chat = await startChat(world.url, test, locale);
	await chat.taps(t("home-sandbox"));
	await chat.until(t.money(account.balance));
	const before = (key: string, variable: string) => w(key, { [variable]: "…" }).split("…", 1)[0] ?? "";
	return { fake, account, world, chat, t, w, before };
}

describe.concurrent.each(texts.locales)("with an account at Porkbun, in %s", (locale) => {
	it("shows the copy with its age while the registrar does not answer", async (test) => {
		const { fake, world, chat, t, before } = await begin(test, locale, ["older.com"]);
		const age = before("copy-age", "time");
		const look = async () => {
			const seen: string[] = [];
			for (const command of ["/account", "/prices", "/domains"]) {
				await chat.says(command);
				seen.push(chat.screen);
			}
			for (const button of ["older.com", t("domain-dns")]) {
				await chat.taps(button);
				seen.push(chat.screen);
			}
			return seen.map((screen) => screen.includes(age));
		};
		expect(await look()).toEqual([false, false, false, false, false]);
		fake.faults.isDown = true;
		await world.database.advance(dayMs);
		expect(await look()).toEqual([true, true, true, true, true]);
	});
});

import { expect, it, onTestFinished, vi } from "vitest";
import { openSandbox } from "../bot/sandbox.ts";
import { startWholeBot } from "../bot/setup.ts";
import { done } from "../support/service.ts";
import { texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000 });

it.each(texts.locales)("reports a renewal of a domain bought here on its receipt only, in %s", async (locale) => {
	const t = texts(locale);
	const w = (key: string, vars = {}) => words(t, key, vars);
	const world = await startWholeBot();
	onTestFinished(() => world[Symbol.asyncDispose]());
	const { admin } = world.ground.service;
	const { sql } = world.ground.database;
	done(await admin.setPrice("price", { zone: ".com", registerCents: 1_150, renewCents: 1_250 }));
	const anna = await openSandbox(world, locale);
	const name = `mine-${locale}.com`;
	await anna.says(name);
	await anna.until(w("offer-free", { name }));
	await anna.taps(t("offer-register"));
	await anna.taps(t("operation-confirm", { money: t.money(1_150) }));
	await anna.until(w("operation-succeeded", { kind: "register", what: name, count: 1 }));
	await anna.says(`/renew ${name} 1`);
	await anna.until(w("operation-quoted", { kind: "renew", what: name }));
	await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
	await anna.until(w("operation-succeeded", { kind: "renew", what: name, count: 1 }));
	await expect.poll(() => sql`select from bot.inbox where state = 'done'`).toHaveLength(2);
	await expect.poll(() => sql`select from bot.outbox where state = 'waiting'`).toEqual([]);
	expect(anna.messages.filter(({ text }) => text?.includes(w("alert-domain-renewed")))).toEqual([]);
});

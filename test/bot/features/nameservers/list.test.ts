import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done } from "../../../support/service.ts";
import { texts, words } from "../../../support/texts.ts";
import { openSandbox } from "../../sandbox.ts";
import { startWholeBot } from "../../setup.ts";

let world: Awaited<ReturnType<typeof startWholeBot>>;
beforeAll(async () => {
	world = await startWholeBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const mine = { key: "mine", nameservers: ["ns1.example.net", "ns2.example.net"] };
const own = ["ns1.sandbox.test", "ns2.sandbox.test"];

/**
 * Creates a person with these domains and the preset `mine`, which is a saved list of nameservers. The person has
 * selected all domains on the page My domains.
 */
async function selecting(names: readonly string[], locale = "en") {
	const anna = await openSandbox(world, locale);
	const { admin } = world.ground.service;
	for (const name of names) done(await admin.register(`register ${name}`, anna.userId, name));
	done(await admin.savePreset(`preset ${names[0]}`, anna.userId, mine));
	const t = texts(locale);
	// Wait for the alert about the registration now, so that it does not come between the later messages of the test.
	await anna.until(names[0] ?? "");
	await anna.says("/domains");
	await anna.taps(t("domains-select"));
	await anna.taps(t("selection-all", { count: names.length }));
	await anna.until(t("selection-count", { count: names.length, total: names.length }));
	await anna.taps(t("button-more"));
	await anna.untilView(() => anna.buttons.flat().includes(t("domain-servers")));
	return anna;
}

/** Waits until any message has this button. It is not enough to check the newest message, which may be an alert. */
const offered = (anna: Awaited<ReturnType<typeof selecting>>, label: string) =>
	anna.untilView(({ messages }) =>
		messages.some(({ keyboard = [] }) => keyboard.flat().some(({ text }) => text === label)),
	);

describe.each(texts.locales)("in %s, new nameservers for several domains", (locale) => {
	const t = texts(locale);
	const name = (index: number) => `many-${index}-${locale}.com`;

	it("are chosen once, shown with the old ones, confirmed once, and undone for one domain and for all", async () => {
		const names = [1, 2, 3].map(name);
		const anna = await selecting(names, locale);
		const messages = anna.messages.length;
		await anna.taps(t("domain-servers"));
		await anna.until(words(t, "servers-ask-many", { count: 3 }));
		await anna.taps(t("servers-preset", { key: "mine" }));
		const plan = await anna.until(words(t, "doubt-nameservers"));
		expect(plan.text).toContain(words(t, "change-preset", { key: "mine" }));
		expect(plan.text).toContain("ns2.example.net");
		for (const each of names) expect(plan.text).toContain(`• ${each} — ${own.join(", ")}`);
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await offered(anna, t("operation-undo"));
		expect(anna.messages.length).toBe(messages);
		for (const each of names) expect(anna.messages.at(-1)?.text).toContain(`✅ ${each}`);

		await anna.taps(t("operation-undo"));
		await anna.taps(`↩️ ${name(2)}`);
		await anna.until("ns1.sandbox.test");
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await offered(anna, t("operation-domain"));
	});

	it("that are typed are confirmed twice, name the domains that are left out, and are undone together", async () => {
		const names = [4, 5, 6, 7].map(name);
		const [first = "", second = "", blocked = "", last = ""] = names;
		const anna = await selecting(names, locale);
		done(await world.ground.service.admin.block(`block ${blocked}`, blocked, "test"));
		await anna.taps(t("domain-servers"));
		await anna.says("ns1.example.org");
		await anna.until(words(t, "servers-problem-too-few"));
		await anna.says("ns1.example.org\nns2.example.org");
		const plan = await anna.until("ns2.example.org");
		expect(plan.text).toContain(`▫️ ${blocked} — ${t("skipped-blocked")}`);
		await anna.taps(t("operation-apply"));
		await anna.until(words(t, "doubt-top"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await offered(anna, t("operation-undo"));
		await anna.taps(t("operation-undo"));
		await anna.taps(t("undo-all", { count: 3 }));
		const undo = await anna.until("ns1.sandbox.test");
		for (const each of [first, second, last]) expect(undo.text).toContain(`• ${each} — ns1.example.org`);
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await offered(anna, t("operation-undo"));
		const receipts = anna.messages.filter(({ text }) => text?.includes(`✅ ${first}`));
		expect(receipts.map(({ text }) => text)).toHaveLength(1);
	});

	it("that all domains have are not a plan", async () => {
		const anna = await selecting([8, 9].map(name), locale);
		await anna.taps(t("domain-servers"));
		await anna.says(own.join(" "));
		const nothing = await anna.until(words(t, "nothing-to-change"));
		expect(nothing.text).toContain(`▫️ ${name(8)} — ${t("skipped-already-so")}`);
	});
});

it("a long list is one message, edited in place, and every domain is written once", { timeout: 120_000 }, async () => {
	const names = Array.from({ length: 24 }, (_, index) => `long-${index}.com`);
	const anna = await selecting(names);
	const messages = anna.messages.length;
	await anna.taps("🖥 Nameservers");
	await anna.taps("🧭 mine");
	const plan = await anna.until("Page 1 of 2");
	expect((plan.text ?? "").match(/• long-/g)).toHaveLength(20);
	await anna.taps("Replace nameservers");
	await offered(anna, "↩️ Undo change");
	expect(anna.messages.length).toBe(messages);
	const { sql } = world.ground.database;
	const [counts] = await sql<{ requests: number; keys: number; rows: number }[]>`
		select count(*)::int as requests, count(distinct key)::int as keys,
			(select count(*)::int from bot.outbox where subject_kind = 'operation' and person_id = ${anna.view.person.id}) as rows
		from bot.requests where phase = 'succeeded' and operation_id =
			(select max(id) from bot.operations where person_id = ${anna.view.person.id})`;
	expect(counts).toEqual({ requests: 24, keys: 24, rows: 1 });
});

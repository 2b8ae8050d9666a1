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

/** Creates a person with a domain and the preset `mine`, which is a saved list of nameservers. */
async function owner(domain: string, locale = "en") {
	const anna = await openSandbox(world, locale);
	const { admin } = world.ground.service;
	done(await admin.register(`register ${domain}`, anna.userId, domain));
	const preset = { key: "mine", nameservers: ["ns1.example.net", "ns2.example.net"] };
	done(await admin.savePreset(`preset ${domain}`, anna.userId, preset));
	return anna;
}

describe.each(texts.locales)("in %s, the owner's presets", (locale) => {
	const t = texts(locale);

	it("are applied with one tap", async () => {
		const domain = `tap-${locale}.com`;
		const anna = await owner(domain, locale);
		await anna.says(`/ns ${domain}`);
		await anna.taps(t("servers-preset", { key: "mine" }));
		const plan = await anna.until("ns2.example.net");
		expect(plan.text).toContain(words(t, "change-preset", { key: "mine" }));
		expect(plan.text).toContain(`⚠️ ${words(t, "doubt-nameservers")}`);
		expect(plan.text).not.toContain(words(t, "doubt-top"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.until("✅");
	});

	it("are marked if they are already in use", async () => {
		const domain = `so-${locale}.com`;
		const anna = await owner(domain, locale);
		await anna.says(`/ns ${domain} preset default`);
		await anna.until(words(t, "plan-nothing", { name: domain }));
	});

	it("that do not exist are refused before a plan, with a list of those that do", async () => {
		const domain = `none-${locale}.com`;
		const anna = await owner(domain, locale);
		const refusal = t("servers-problem-unknown-preset", { part: "nope" });
		await anna.says(`/ns ${domain} preset nope`);
		expect((await anna.until(refusal)).text).toContain(t("servers-presets", { keys: "default, mine" }));
		await anna.says("preset nein");
		await anna.until(t("servers-problem-unknown-preset", { part: "nein" }));
		await anna.taps(t("servers-preset", { key: "mine" }));
		await anna.until("🧾");
	});
});

describe.each(texts.locales)("in %s, nameservers inside the domain itself", (locale) => {
	const t = texts(locale);

	it("are explained under the plan and under its second question", async () => {
		const domain = `glue-${locale}.com`;
		const anna = await owner(domain, locale);
		const warning = words(t, "servers-warning-glue", { at: `ns1.${domain}` });
		await anna.says(`/ns ${domain} ns1.${domain} ns2.example.net`);
		expect((await anna.until("ns2.example.net")).text).toContain(warning);
		await anna.taps(t("operation-apply"));
		const again = await anna.until(words(t, "doubt-top"));
		expect(again.text).toContain(warning);
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		expect((await anna.until("✅")).text).not.toContain(warning);
	});

	it("are not confused with the registrar's own, which get the zone only with the change", async () => {
		const domain = `back-${locale}.com`;
		const anna = await owner(domain, locale);
		await anna.says(`/ns ${domain} preset mine`);
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.until(words(t, "operation-succeeded", { kind: "nameservers", what: domain, count: 1 }));
		await anna.says(`/ns ${domain} preset default`);
		const plan = await anna.until(words(t, "change-preset", { key: "default" }));
		expect(plan.text).not.toContain(words(t, "servers-warning-lame", { at: "ns1.sandbox.test" }));
		expect(plan.text).not.toContain(words(t, "servers-warning-silent", { at: "ns1.sandbox.test" }));
	});
});

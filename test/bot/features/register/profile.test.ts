import { afterAll, beforeAll, expect, it } from "vitest";
import { texts, words } from "../../../support/texts.ts";
import { startWholeBot } from "../../setup.ts";

let world: Awaited<ReturnType<typeof startWholeBot>>;
beforeAll(async () => {
	world = await startWholeBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Creates a person with a sandbox account. The account has three edge profiles, which are named configurations that a
 * domain can use. One is for `.com`, one for all extensions, and one is disabled.
 */
async function owner(language = "en") {
	const t = texts(language);
	const person = await world.meet(language);
	const chat = await world.chat({ person: person.id });
	const { connection, profile } = world.ground.actions;
	await chat.starts();
	await connection.openSandbox({ personId: person.id });
	const profiles = [
		{ key: "main", enabled: true, zones: [".com"] },
		{ key: "everywhere", enabled: true, zones: null },
		{ key: "paused", enabled: false, zones: null },
	];
	for (const each of profiles) await profile.saveEdgeProfile({ personId: person.id, ...each });
	return { chat, t, personId: person.id };
}

const labels = (keyboard: { text: string }[][] | undefined) => keyboard?.flat().map(({ text }) => text) ?? [];

it.each(["en", "ru"])(
	"a registration gets an edge profile, and the next one gets it again, in %s",
	async (language) => {
		const { chat, t } = await owner(language);
		await chat.says(`edge-${language}.com`);
		await chat.taps(t("offer-register"));
		await chat.taps(t("register-change"));
		await chat.taps(t("register-add-profile"));
		const asked = await chat.until(words(t, "register-profile-ask", { name: `edge-${language}.com` }));
		expect(labels(asked.keyboard)).toEqual(expect.arrayContaining(["🛡 main", "🛡 everywhere"]));
		expect(labels(asked.keyboard)).not.toContain("🛡 paused");
		await chat.says("paused");
		await chat.until(words(t, "register-profile-off"));
		await chat.says("unknown");
		await chat.until(words(t, "register-profile-missing"));
		await chat.taps("🛡 main");
		const line = t("profile-default-edge", { key: "main" });
		await chat.until(line);
		await chat.taps(t("operation-confirm", { money: t.money(1_150) }));
		const done = words(t, "operation-succeeded", { kind: "register", what: `edge-${language}.com`, count: 1 });
		expect((await chat.until(done)).text).toContain(line);
		await chat.says(`next-${language}.com`);
		await chat.taps(t("offer-register"));
		await chat.until(new RegExp(`next-${language}\\.com[\\s\\S]*main`));
		await chat.taps(t("register-change"));
		await chat.taps(t("register-add-profile"));
		await chat.taps(t("register-profile-remove"));
		await chat.untilView(({ messages }) => {
			const text = messages.findLast(({ from }) => from === "bot")?.text ?? "";
			return text.includes(`next-${language}.com`) && !text.includes(line);
		});
	},
);

it("offers for one name of a list the profiles that serve this name", async () => {
	const { chat, t } = await owner();
	await chat.says("edge-list.com edge-list.net");
	await chat.taps(t("list-register", { count: 2 }));
	await chat.taps(t("order-names"));
	await chat.taps("edge-list.com");
	await chat.taps(t("register-add-profile"));
	await chat.taps("🛡 main");
	const { text } = await chat.until("🛡 main");
	expect(text).toMatch(/edge-list\.com · .*🛡 main/);
	expect(text).not.toMatch(/edge-list\.net · .*🛡 main/);
});

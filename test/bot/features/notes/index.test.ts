import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function owner(...names: string[]) {
	const anna = await world.customer();
	for (const name of names) world.fixture.service.take(name, anna.account);
	return anna;
}

describe("tags", () => {
	it("are added from the card, found by #tag, and removed with a tap", async () => {
		const anna = await owner("tags-a.com", "tags-b.com");
		await anna.says("/domains tags-a.com");
		await anna.taps("🏷 Tags");
		await anna.until("Tags of tags-a.com");
		await anna.says("Sale, my clients");
		await anna.until("✅ Tagged 1 domain: #sale, #my clients");
		await anna.taps("Back");
		await anna.until("#my clients #sale");
		await anna.says("/domains");
		await anna.until("My domains: 2");
		await anna.says("#sale");
		await anna.until("matching “#sale”: 1");
		expect(anna.buttons[0]?.join()).toContain("tags-a.com");
		await anna.taps("tags-a.com");
		await anna.taps("🏷 Tags");
		await anna.taps("✅ #sale");
		await anna.untilView((view) => !JSON.stringify(view.messages.at(-1)).includes("✅ #sale"));
		await anna.taps("Back");
		await anna.taps("Back");
		await anna.until("No domain matches “#sale”");
	});

	it("that are too long or full of markup get a clear answer", async () => {
		const anna = await owner("markup.com");
		await anna.says("/domains markup.com");
		await anna.taps("🏷 Tags");
		await anna.until("Tags of markup.com");
		await anna.says("<b>".repeat(67).slice(0, 200));
		await anna.until("A tag has at most 32 characters. Nothing was changed.");
		await anna.says("\u202e<i>sale</i>");
		await anna.until("✅ Tagged 1 domain: #<i>sale</i>");
	});

	it("are set for many selected domains at once", async () => {
		const anna = await owner("many-a.com", "many-b.com", "many-c.com");
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 3");
		await anna.taps("☑️ many-b.com");
		await anna.taps("⋯ More");
		await anna.taps("🏷 Tags and notes");
		await anna.until("Tags and notes of 2 domains");
		await anna.says("drop");
		await anna.until("✅ Tagged 2 domains: #drop");
		await anna.until("Selected: 2 of 3");
		await anna.taps("⋯ More");
		await anna.taps("⬇️ CSV");
		const file = await anna.until("2 domains");
		const rows = String(await anna.downloads(file.document?.file_id ?? "")).split("\r\n");
		expect(rows[0]).toMatch(/,Label,Tags,Note$/);
		expect(rows.slice(1, 3).map((row) => row.replace(/,+/g, " "))).toEqual(["many-a.com drop ", "many-c.com drop "]);
		await anna.taps("‹ Back");
		await anna.taps("‹ Back");
		await anna.taps("Filter");
		await anna.taps("#drop · 2");
		await anna.until("matching “#drop”: 2");
		await anna.taps("Filter");
		await anna.taps("All");
		await anna.until("My domains: 3");
	});

	it("of many domains end their question with an answer, and keep it open after a refusal or a tap", async () => {
		const anna = await owner("end-a.com", "end-b.com");
		const personId = anna.view.person.id;
		const tagsOf = async (domain: string) => await world.fixture.actions.domain.notes({ personId, domain });
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 2");
		await anna.taps("⋯ More");
		await anna.taps("🏷 Tags and notes");
		await anna.says("x".repeat(33));
		await anna.until("A tag has at most 32 characters");
		await anna.says("drop");
		await anna.until("Selected: 2 of 2");
		await anna.says("ok great");
		await anna.until("okgreat");
		expect(await tagsOf("end-a.com")).toMatchObject({ tags: ["drop"] });
		await world.fixture.actions.domain.untag({ personId, names: ["end-b.com"], tag: "drop" });
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 2");
		await anna.taps("⋯ More");
		await anna.taps("🏷 Tags and notes");
		await anna.taps("➖ #drop · 1");
		await anna.until("✅ Tagged 2 domains: #drop");
		expect(anna.buttons.flat()).toContain("✅ #drop");
	});

	it("take no sentence about a domain, and are no order if no domain has them", async () => {
		const anna = await owner("tags-q.com");
		await anna.says("/domains");
		await anna.until("My domains: 1");
		await anna.says("#sale");
		await anna.until("No domain matches “#sale”");
		await anna.says("tag tags-q.com as sale");
		await anna.until("Tags of tags-q.com");
		await anna.says("watch brand-q.com under 40");
		await anna.until("🔔 brand-q.com");
	});

	it("do not take a domain or an order's reference for a tag", async () => {
		const anna = await owner("other.com");
		await anna.says("/domains other.com");
		await anna.taps("🏷 Tags");
		await anna.until("Tags of other.com");
		await anna.says("free-name.com");
		await anna.until("free-name.com is available");
	});
});

describe("a note", () => {
	it("is written for many selected domains at once, and deleted from those that have one", async () => {
		const anna = await owner("lot-a.com", "lot-b.com", "lot-c.com");
		const personId = anna.view.person.id;
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 3");
		await anna.taps("☑️ lot-c.com");
		await world.fixture.actions.domain.writeNote({ personId, names: ["lot-b.com"], text: "old" });
		await anna.taps("⋯ More");
		await anna.taps("🏷 Tags and notes");
		await anna.taps("📝 Add note to 2");
		await anna.until("1 of them already has a note. The new note replaces it.");
		await anna.says("<b>sell in May</b>");
		await anna.until("✅ Note saved for 2 domains.");
		await anna.until("Selected: 2 of 3");
		await anna.says("ok thanks");
		await anna.until("okthanks");
		for (const domain of ["lot-a.com", "lot-b.com"])
			expect(await world.fixture.actions.domain.notes({ personId, domain })).toMatchObject({
				note: "<b>sell in May</b>",
			});
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 3");
		await anna.taps("⋯ More");
		await anna.taps("🏷 Tags and notes");
		await anna.taps("📝 Add note to 3");
		await anna.taps("🗑 Delete 2 notes");
		await anna.until("Delete the notes of 2 domains? They cannot be restored.");
		expect(await world.fixture.actions.domain.notes({ personId, domain: "lot-a.com" })).not.toMatchObject({
			note: null,
		});
		await anna.taps("🗑 Delete 2 notes");
		await anna.until("✅ Notes deleted from 2 domains.");
		await anna.until("Selected: 3 of 3");
		for (const domain of ["lot-a.com", "lot-b.com"])
			expect(await world.fixture.actions.domain.notes({ personId, domain })).toMatchObject({ note: null });
	});

	it("is written, shown on the card with its markup as text, and deleted", async () => {
		const anna = await owner("note.com");
		await anna.says("/domains note.com");
		await anna.taps("🏷 Tags and note");
		await anna.taps("📝 Note");
		await anna.until("Note about note.com");
		await anna.says("x".repeat(501));
		await anna.until("A note has at most 500 characters");
		await anna.says("Ask <b>Bob</b> & co\nabout =price");
		await anna.until("Ask <b>Bob</b> & co\nabout =price");
		await anna.taps("🏷 Tags and note");
		await anna.taps("📝 Note");
		await anna.taps("🗑 Delete note");
		await anna.until("Delete the note of 1 domain? It cannot be restored.");
		await anna.taps("Cancel");
		await anna.untilView(() => anna.screen.includes("Bob") && !anna.screen.includes("cannot be restored"));
		await anna.taps("🗑 Delete note");
		await anna.until("Delete the note of 1 domain?");
		await anna.taps("🗑 Delete note");
		await anna.untilView((view) => !JSON.stringify(view.messages.at(-1)).includes("Bob"));
	});
});

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { menuCommands } from "../../src/bot/commands.ts";
import type * as ListModule from "../../src/bot/screens/list.ts";
import type { View } from "../../src/bot/screens/view.ts";
import { beginning, managed, type Screen, type Walk } from "../browser/screens/table.ts";
import type { Chat } from "../support/chat.ts";
import { type ServiceSetup, serviceSetups } from "../support/service-setups.ts";
import { texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 900_000 });

/** The most buttons of Home and of the card of a domain, of a list besides its rows, and of the menu of commands. */
const most = { page: 6, list: 8, commands: 8 };

/** The lists that were drawn: their titles, and the number of their buttons besides the rows. */
const lists = vi.hoisted((): { title: string; others: number; labels: string }[] => []);

vi.mock("../../src/bot/screens/list.ts", async (original) => {
	const list = await original<typeof ListModule>();
	const count = <Item>(content: ListModule.ListContent<Item>, { buttons = [], below = [] }: View) => {
		const { title, row, shown } = content;
		const others = [...buttons.flat().slice(row ? shown.items.length : 0), ...below];
		const labels = others.map(({ text }) => text).join(" | ");
		// A screen adds *Back* and *Home*.
		lists.push({ title: title.toString(), others: others.length + 2, labels });
	};
	// A page in the middle of many has the most buttons.
	const inTheMiddle = <List extends { shown: object }>(content: List): List => ({
		...content,
		shown: { ...content.shown, page: 5, pages: 9 },
	});
	return {
		...list,
		listView<Item>(...args: Parameters<typeof list.listView<Item>>) {
			count(args[1], list.listView(args[0], inTheMiddle(args[1])));
			return list.listView(...args);
		},
	};
});

it("the menu of commands fits", () => {
	expect(menuCommands.length).toBeLessThanOrEqual(most.commands);
});

describe("every screen", { concurrent: true }, () => {
	let setup: ServiceSetup;
	beforeAll(async () => {
		const [[, open] = []] = serviceSetups;
		if (!open) throw new Error("there is no service to walk over");
		setup = await open();
	});
	afterAll(() => setup[Symbol.asyncDispose]());

	it.for(texts.locales)("has no more buttons than a person can take in, in %s", async (locale, test) => {
		const t = texts(locale);
		const newcomer = await setup.newcomer(test, locale);
		const walk = {
			url: setup.world.url,
			shop: `count-${locale}`,
			t,
			w: (key: string, vars = {}) => words(t, key, vars),
			money: (dollars: number) => t.money(dollars * 100),
		};
		const seen = [...(await visit(newcomer, beginning, { ...walk, anna: newcomer }))];
		const anna = await setup.openAccount(newcomer);
		seen.push(...(await visit(anna, managed, { ...walk, anna })));
		expect(seen.filter(({ problem }) => problem).map(({ name, problem }) => `${name}: ${problem}`)).toEqual([]);
		const pages = seen.filter(({ name }) => /^(?:home|welcome|card(?:-noted|-blocked)?$)/.test(name));
		expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(["welcome", "home", "card", "card-noted"]));
		expect(pages.filter(({ count }) => count > most.page)).toEqual([]);
		expect(lists.length).toBeGreaterThan(10);
		expect(lists.filter(({ others }) => others > most.list)).toEqual([]);
	});
});

/** Opens the screens one after the other. Returns the number of buttons of each, or why it did not appear. */
async function visit<Who extends Chat>(chat: Chat, screens: readonly Screen<Who>[], walk: Walk<Who>) {
	const seen: { name: string; count: number; problem?: string }[] = [];
	let newest = 0;
	for (const { name, reach, shows } of screens) {
		try {
			await reach(walk);
			const wanted = shows(walk);
			const isIt = ({ from, message_id: id, text = "" }: (typeof chat.messages)[number]) =>
				from === "bot" && id >= newest && wanted.test(text);
			await chat.untilView((view) => view.messages.some(isIt), "it did not come");
			const message = chat.messages.findLast(isIt);
			newest = message?.message_id ?? newest;
			seen.push({ name, count: message?.keyboard?.flat().length ?? 0 });
		} catch (error) {
			seen.push({ name, count: 0, problem: String(error).slice(0, 300) });
		}
	}
	return seen;
}

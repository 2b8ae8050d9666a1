import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { MessageView } from "local-telegram/protocol.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BrowserChat, openChat } from "../support/browser.ts";
import type { Chat } from "../support/chat.ts";
import { type ServiceSetup, serviceSetups } from "../support/service-setups.ts";
import { texts, words } from "../support/texts.ts";
import { look } from "./screens/drawn.ts";
import { beginning, foreign, managed, type Screen, type Walk } from "./screens/table.ts";
import { englishIn, leftovers } from "./screens/wording.ts";

vi.setConfig({ testTimeout: 900_000 });

/**
 * Folders for pictures. If `SCREENS` is set, the test saves a picture of every screen there, such as
 * `ru-phone-light/013-offer.png`. If `GUIDE` is set, the test saves the pictures of the docs there.
 */
const { SCREENS: folder, GUIDE: guide } = process.env;
/** The combinations of window size and theme to check. These two cover each size and each theme once. */
const ways = [
	{ size: "phone", width: 390, height: 844, scheme: "light" },
	{ size: "desktop", width: 1280, height: 900, scheme: "dark" },
] as const;
type Window = (typeof ways)[number] & Pick<BrowserChat, "page">;
const shops: Record<string, string> = { en: "my-new-shop", ru: "moy-magazin" };

describe.each(serviceSetups)("over %s", { concurrent: true }, (_name, open) => {
	let setup: ServiceSetup;
	beforeAll(async () => {
		setup = await open();
	});
	afterAll(() => setup[Symbol.asyncDispose]());

	it.for(texts.locales)("every screen reads well and fits its window, in %s", async (locale, test) => {
		const t = texts(locale);
		const newcomer = await setup.newcomer(test, locale);
		await using stack = new AsyncDisposableStack();
		// Each way keeps its own page. A page that changes its size or theme draws all its messages again.
		const windows = await Promise.all(
			ways.map(async (way) => {
				const dark = way.scheme === "dark";
				const opened = await openChat(setup.world.url, { ...way, person: newcomer.view.person.id, dark });
				return { ...way, ...stack.use(opened) };
			}),
		);
		const album = createAlbum(windows, newcomer, locale, setup.managed ? 0 : 100);
		const walk = {
			url: setup.world.url,
			shop: shops[locale] ?? `shop-${locale}`,
			t,
			w: (key: string, vars = {}) => words(t, key, vars),
			money: (dollars: number) => t.money(dollars * 100),
		};
		if (setup.managed) await album.visit(beginning, { ...walk, anna: newcomer });
		const anna = await setup.openAccount(newcomer);
		await album.visit(setup.managed ? managed : foreign, { ...walk, anna });
		expect(album.complaints).toEqual([]);
		expect(windows.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
	});
});

/**
 * Returns `visit`, which opens screens, checks them in every window size and theme, and adds their flaws to
 * `complaints`.
 */
function createAlbum(windows: readonly Window[], chat: Chat, locale: string, from: number) {
	const complaints: string[] = [];
	let count = from;
	let newest = 0;

	async function view({ name, guide: guided }: Pick<Screen, "name" | "guide">, message: MessageView): Promise<void> {
		count += 1;
		const file = `${String(count).padStart(3, "0")}-${name}.png`;
		const viewIn = async ({ size, scheme, page }: Window): Promise<void> => {
			await drawn(page, message);
			const { text, prose, flaws } = await look(page, message.message_id);
			const odd = [...leftovers(text), ...englishIn(prose, locale)].map((word) => `says “${word}”`);
			complaints.push(...[...flaws, ...odd].map((flaw) => `${name}, ${size}, ${scheme}: ${flaw}`));
			if (folder !== undefined) await shoot(page, join(folder, `${locale}-${size}-${scheme}`), file);
			if (guide !== undefined && guided && locale === "en" && size === "phone") {
				await shootPart(page, message.message_id, join(guide, `${name}.png`));
			}
		};
		await Promise.all(windows.map(viewIn));
	}

	async function shoot(page: Page, directory: string, file: string): Promise<void> {
		await mkdir(directory, { recursive: true });
		await page.screenshot({ path: join(directory, file), animations: "disabled" });
	}

	return {
		complaints,
		async visit<Who extends Chat>(screens: readonly Screen<Who>[], walk: Walk<Who>): Promise<void> {
			// If one screen fails, visit the others anyway, so that one run reports all flaws.
			for (const screen of screens) {
				await visitOne(screen, walk).catch((error: unknown) => complaints.push(`${screen.name}: ${error}`));
			}
		},
	};

	async function visitOne<Who extends Chat>(screen: Screen<Who>, walk: Walk<Who>): Promise<void> {
		await screen.reach(walk);
		const wanted = screen.shows(walk);
		const isIt = ({ from, message_id: id, text = "" }: MessageView) =>
			from === "bot" && id >= newest && wanted.test(text);
		const { messages } = await chat.untilView((view) => view.messages.some(isIt), "it didn’t come");
		const message = messages.findLast(isIt);
		if (message === undefined) return;
		newest = message.message_id;
		await view(screen, message);
	}
}

/** Waits until the page shows this message with its current buttons and text. */
async function drawn(page: Page, { message_id: id, text = "", keyboard = [] }: MessageView): Promise<void> {
	const labels = JSON.stringify(keyboard.flat().map((button) => button.text));
	const drawnLabels = `[...document.querySelectorAll('[data-id="${id}"] .key-text')].map((label) => label.textContent)`;
	// Do not use `waitForFunction`. Its second and later checks need `eval`, which the page's content security policy
	// forbids.
	const newest = async () => expect(await page.evaluate(`JSON.stringify(${drawnLabels})`)).toBe(labels);
	await vi.waitFor(newest, 30_000);
	await page.locator(`[data-id="${id}"] .words`, { hasText: text.slice(0, 12) }).waitFor();
}

/** Saves a picture of a message and of the person's text above it. A plain background keeps the file small. */
async function shootPart(page: Page, id: number, path: string): Promise<void> {
	const plain = ["a", "b", "c", "d"].map((corner) => `["--wall-${corner}", "#a9cba0"]`);
	const properties = `[${plain.join()}, ["--doodle", "transparent"]]`;
	const style = "document.documentElement.style";
	await page.evaluate(`for (const [name, value] of ${properties}) ${style}.setProperty(name, value)`);
	const clip = await page.evaluate(`(() => {
		const history = document.querySelector(".history");
		const message = document.querySelector('[data-id="${id}"]');
		const said = message.previousElementSibling;
		history.scrollBy({ top: 8, behavior: "instant" });
		const frame = history.getBoundingClientRect();
		const from = Math.max(frame.top, (said?.matches(".out") ? said : message).getBoundingClientRect().top - 8);
		const to = Math.min(frame.bottom, message.getBoundingClientRect().bottom + 8);
		return { x: 0, y: from, width: innerWidth, height: to - from };
	})()`);
	// The cast is safe, because the program above returns an object of this shape.
	await page.screenshot({ path, animations: "disabled", clip: clip as Clip });
	await page.evaluate(`for (const [name] of ${properties}) ${style}.removeProperty(name)`);
}

type Clip = NonNullable<Parameters<Page["screenshot"]>[0]>["clip"] & object;

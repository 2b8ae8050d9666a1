import { type Browser, chromium, type Locator, type Page } from "playwright-core";

interface Options {
	/** By default, the first person of the local Telegram. */
	person?: number;
	/** CSS pixels. Below 760, the page uses its phone layout. */
	width?: number;
	height?: number;
	dark?: boolean;
}

/** Uses Debian's Chromium. */
export interface BrowserChat extends AsyncDisposable {
	/** In a new chat, `/start` clicks the START button instead. */
	says(text: string): Promise<void>;
	/** The newest one. */
	taps(label: string | RegExp): Promise<void>;
	/** The text comes first, then one line for each row of buttons, such as `[One] [Two]`. */
	screen(): Promise<string>;
	/** In a message, a toast or an alert. */
	waitFor(text: string | RegExp): Promise<void>;
	screenshot(path: string): Promise<void>;
	/** Errors and warnings, uncaught exceptions, and violations of the content security policy. */
	consoleErrors: string[];
	page: Page;
	close(): Promise<void>;
}

const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

let launched: Promise<Browser> | undefined;

/** Ends with the process. `CHROMIUM` can set its path. */
function launch(): Promise<Browser> {
	launched ??= chromium.launch({
		executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
		args: flags,
	});
	return launched;
}

/** A new browser context shares no data with others. */
export async function openChat(url: string, options: Options = {}): Promise<BrowserChat> {
	const page = await openPage(await launch(), options);
	const consoleErrors = collectErrors(page);
	const address = new URL(url);
	if (options.person !== undefined) address.hash = `person=${options.person}`;
	await page.goto(address.href);
	await ready(page);
	const close = () => page.context().close();
	return {
		says: (text) => say(page, text),
		taps: (label) => tap(page, label),
		screen: () => readScreen(page.locator(".message.in").last()),
		waitFor: (text) => page.locator(".message.in, .service, .toast, dialog").filter({ hasText: text }).last().waitFor(),
		screenshot: async (path) => {
			await page.screenshot({ path, animations: "disabled" });
		},
		consoleErrors,
		page,
		close,
		[Symbol.asyncDispose]: close,
	};
}

async function openPage(browser: Browser, { width = 1280, height = 900, dark = false }: Options): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: dark ? "dark" : "light",
		permissions: ["clipboard-read", "clipboard-write"],
		timezoneId: "Europe/Berlin",
		reducedMotion: "reduce",
		locale: "en",
	});
	context.setDefaultTimeout(20_000);
	return context.newPage();
}

function collectErrors(page: Page): string[] {
	const errors: string[] = [];
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type())) errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(error.message));
	return errors;
}

async function ready(page: Page): Promise<void> {
	await page.locator(".start-button, .field-text").filter({ visible: true }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
	await ready(page);
	const start = page.locator(".start-button", { hasText: /Start|Старт/ });
	if (text === "/start" && (await start.isVisible())) return start.click();
	const field = page.locator(".field-text");
	// Type a short text key by key, and paste a long one, as a person would.
	if (text.length < 200 && !text.includes("\n")) await field.pressSequentially(text);
	else await field.fill(text);
	await field.press("Enter");
}

async function tap(page: Page, label: string | RegExp): Promise<void> {
	const named = page.getByRole("button", { name: label, exact: typeof label === "string" });
	const choice = page.getByRole("menuitem", { name: label, exact: typeof label === "string" });
	await named.or(choice).filter({ visible: true }).last().click();
}

async function readScreen(message: Locator): Promise<string> {
	await message.waitFor();
	const words = await message.locator(".words, .document-name, .sticker").allInnerTexts();
	const rows = await message.locator(".keyboard-row").all();
	const buttons = await Promise.all(rows.map((row) => row.locator(".key-text").allInnerTexts()));
	return [...words, ...buttons.map((labels) => labels.map((label) => `[${label}]`).join(" "))].join("\n");
}

import type { Page } from "playwright-core";

/** A message as the chat page shows it. */
export interface Drawn {
	/** The message's text and its button labels, one per line. */
	text: string;
	/**
	 * The part of the text that must be in the person's language. It leaves out code to copy and error messages of the
	 * registrar, which may be in another language.
	 */
	prose: string;
	/** A sentence for each layout flaw, such as a truncated button label. */
	flaws: string[];
}

/** The minimum contrast of readable text according to WCAG 2.2. */
const leastContrast = 4.5;

/** Measures a message in the browser. Returns its texts and its layout flaws. */
export async function look(page: Page, messageId: number): Promise<Drawn> {
	// The cast is safe, because the program below returns a `Drawn`. It runs in the page.
	return (await page.evaluate(`(${program})(${messageId}, ${leastContrast})`)) as Drawn;
}

const program = String.raw`async (id, least) => {
	// The colors change gradually after a change of theme, so wait for the transitions.
	await Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished));
	const message = document.querySelector('[data-id="' + id + '"]');
	message.scrollIntoView({ block: "end", behavior: "instant" });
	const words = message.querySelector(".words");
	const labels = [...message.querySelectorAll(".key-text")];
	const flaws = [];
	const says = (element) => "“" + element.textContent.trim().slice(0, 60) + "”";

	for (const element of [document.documentElement, document.querySelector(".history")]) {
		if (element.scrollWidth > element.clientWidth) flaws.push("the page is wider than the window");
	}
	for (const element of message.querySelectorAll(".bubble, .key, .words *")) {
		for (const { left, right } of element.getClientRects()) {
			if (left < 0 || right > innerWidth) flaws.push("reaches out of the window: " + says(element));
		}
	}
	const linesOf = (drawn) => new Set([...drawn.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
	// A name with dots, and a text that holds no letters, may break anywhere.
	const wordsOf = (label) => {
		const texts = [];
		const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) texts.push(walker.currentNode);
		return texts.flatMap((text) => [...text.data.matchAll(/[^\s.]*\.\S+|(\p{L}+)/gu)].flatMap(({ 0: word, 1: letters, index }) => {
			if (letters === undefined) return [];
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			return [range];
		}));
	};
	for (const label of labels) {
		if (label.scrollHeight > label.clientHeight + 1 || label.scrollWidth > label.clientWidth) {
			flaws.push("a button is cut off: " + says(label));
		}
		for (const word of wordsOf(label)) {
			if (linesOf(word) > 1) flaws.push("a button breaks the word “" + word + "”: " + says(label));
		}
	}

	const probe = document.body.appendChild(document.createElement("i"));
	const colour = (value) => {
		probe.style.color = value;
		const [r = 0, g = 0, b = 0, a = 1] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
		return { r, g, b, a };
	};
	const over = (top, bottom) => {
		const mix = (key) => top[key] * top.a + bottom[key] * (1 - top.a);
		return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 };
	};
	// The wallpaper is a gradient between four colors, so any place has one of these colors or a mix of them.
	const wall = ["a", "b", "c", "d"].map((corner) => colour("var(--wall-" + corner + ")"));
	const backgroundsOf = (element) => {
		if (element.matches(".chat")) return wall;
		const own = colour(getComputedStyle(element).backgroundColor);
		return own.a === 1 ? [own] : backgroundsOf(element.parentElement).map((background) => over(own, background));
	};
	const light = ({ r, g, b }) => {
		const [x, y, z] = [r, g, b].map((part) => {
			const share = part / 255;
			return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * x + 0.7152 * y + 0.0722 * z;
	};
	const contrastOf = (element) => {
		const ink = colour(getComputedStyle(element).color);
		return Math.min(...backgroundsOf(element).map((background) => {
			const [more, less] = [light(over(ink, background)), light(background)].sort((a, b) => b - a);
			return (more + 0.05) / (less + 0.05);
		}));
	};
	const lettered = (element) =>
		[...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.data));
	const read = message.querySelectorAll(".words, .words *, .meta, .key:enabled .key-text");
	for (const element of [...read].filter(lettered)) {
		const found = contrastOf(element);
		if (found < least) flaws.push("contrast " + found.toFixed(1) + " is too little: " + says(element));
	}
	probe.remove();

	const prose = words.cloneNode(true);
	for (const foreign of prose.querySelectorAll("pre, code, blockquote")) foreign.replaceWith("…");
	const lines = labels.map((label) => label.textContent);
	// A command may contain what looks like a placeholder.
	const text = [...words.querySelectorAll("pre")].reduce((all, { innerText }) => all.replace(innerText, ""), words.innerText);
	return { text: [text, ...lines].join("\n"), prose: [prose.textContent, ...lines].join("\n"), flaws };
}`;

import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	head: HTMLElement[];
	/** They fill the same area and overlap. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/** A phone shows only one column, which `turnTo` selects. */
export function createLayout(root: HTMLElement) {
	return {
		turnTo(column: "chat" | "list"): void {
			root.setAttribute("data-column", column);
		},
		place({ sidebar, head, stage, foot, veil, calls }: Parts): void {
			const chat = h("main", { class: "chat" }, ...head, h("div", { class: "stage" }, ...stage), foot, veil);
			root.replaceChildren(h("div", { class: "app" }, sidebar, chat, calls));
		},
	};
}

type Theme = "light" | "dark";

const key = "theme";
const attribute = "data-theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** Without a stored choice, the page follows the system's theme. */
export function applyTheme(): void {
	const chosen = localStorage.getItem(key);
	if (chosen === "light" || chosen === "dark") document.documentElement.setAttribute(attribute, chosen);
}

export function currentTheme(): Theme {
	const chosen = document.documentElement.getAttribute(attribute);
	if (chosen === "light" || chosen === "dark") return chosen;
	return prefersDark.matches ? "dark" : "light";
}

export function switchTheme(): Theme {
	const theme = currentTheme() === "dark" ? "light" : "dark";
	document.documentElement.setAttribute(attribute, theme);
	localStorage.setItem(key, theme);
	return theme;
}

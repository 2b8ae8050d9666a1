import { h } from "./dom.ts";

/** Telegram's seven colors, chosen by id, so that a person looks the same everywhere. */
export function tintOf(id: number): number {
	return Math.abs(id) % 7;
}

/** One or two letters on a colored disc. */
export function avatar(id: number, name: string): HTMLElement {
	return h("span", { class: `avatar tint-${tintOf(id)}`, "aria-hidden": "true" }, initials(name));
}

function initials(name: string): string {
	const letters = name
		.split(/\s+/)
		.map((word) => [...word].find((character) => /[\p{L}\p{N}]/u.test(character)))
		.filter((letter) => letter !== undefined);
	return letters.slice(0, 2).join("").toUpperCase() || "?";
}

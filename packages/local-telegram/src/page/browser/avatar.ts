import { h } from "./dom.ts";

/** Like Telegram, the page has seven colors, 0 to 6. */
export function tintOf(id: number): number {
	return Math.abs(id) % 7;
}

export function avatar(id: number, name: string, picture?: string): HTMLElement {
	if (picture !== undefined) return h("img", { class: "avatar", src: picture, alt: "" });
	return h("span", { class: `avatar tint-${tintOf(id)}`, "aria-hidden": "true" }, initials(name));
}

function initials(name: string): string {
	const letters = name
		.split(/\s+/)
		.map((word) => [...word].find((character) => /[\p{L}\p{N}]/u.test(character)))
		.filter((letter) => letter !== undefined);
	return letters.slice(0, 2).join("").toUpperCase() || "?";
}

import { h } from "./dom.ts";

/** Returns which of Telegram's seven avatar colors an id has. An id has the same color in all places. */
export function tintOf(id: number): number {
	return Math.abs(id) % 7;
}

/** Creates an avatar: the picture, or else one or two letters of the name on a colored disc. */
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

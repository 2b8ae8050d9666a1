type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;
type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** `true` sets an attribute without a value. `false` and `undefined` leave it out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
	}
	element.append(...children.filter(isPresent));
	return element;
}

function isPresent(child: Child): child is Node | string {
	return child !== false && child !== null && child !== undefined;
}

/** Returns the element, so that a call can be nested in another expression. */
export function listen<E extends HTMLElement>(element: E, listeners: Listeners): E {
	for (const [name, listener] of Object.entries(listeners)) {
		// The cast is safe: the type `Listeners` requires that each listener accepts the event of its name.
		element.addEventListener(name, listener as (event: Event) => void);
	}
	return element;
}

/** Without text, pass `aria-label`, because screen readers need a name. */
export function button(attributes: Attributes, onClick: (event: MouseEvent) => void, ...children: Child[]) {
	return listen(h("button", { type: "button", ...attributes }, ...children), { click: onClick });
}

export function fill(element: Element, ...children: Child[]): void {
	element.replaceChildren(...children.filter(isPresent));
}

export function show(element: HTMLElement, visible: boolean): void {
	element.hidden = !visible;
}

/** SVG path data on a grid of 24 by 24, drawn as lines without a fill. */
const paths = {
	alert: "M12 8v5m0 3.2v.1M12 3l9.5 17h-19z",
	attach: "m20 11.5-7.6 7.6a5 5 0 0 1-7.1-7.1l8.3-8.3a3.4 3.4 0 0 1 4.8 4.8l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4l7-7",
	back: "M19 12H5m6-6-6 6 6 6",
	block: "M5.6 5.6l12.8 12.8M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
	check: "m5 12.5 4.5 4.5L19 7.5",
	chevron: "m6 9 6 6 6-6",
	close: "M6 6l12 12M18 6 6 18",
	code: "m8.5 7-5 5 5 5m7-10 5 5-5 5",
	copy: "M9 9h11v11H9zM5 15H4V4h11v1",
	down: "M12 5v14m-6-6 6 6 6-6",
	download: "M12 4v11m-5-4.5 5 5 5-5M5 20h14",
	edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM14 6.5l3.5 3.5",
	file: "M6 3h8l5 5v13H6zM14 3v5h5",
	forward: "M14 5l7 7-7 7v-4c-6 0-9 1.5-11 4.5C3.6 13 8 9.3 14 9z",
	group:
		"M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4m2 3.3c2.2.8 3.5 2.5 3.5 5",
	link: "M8 16 16.5 7.5M9 7h8v8",
	menu: "M4 7h16M4 12h16M4 17h16",
	moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
	more: "M12 4.5a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zm0 6.7a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zm0 6.7a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z",
	person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3.5-6 7.5-6s7.5 2 7.5 6",
	plus: "M12 5v14M5 12h14",
	pin: "M9 4h6l-.5 6 3.5 3.5H6L9.5 10zM12 13.5V20",
	reply: "M10 5l-7 7 7 7v-4c6 0 9 1.5 11 4.5C20.4 13 16 9.3 10 9z",
	smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.5c.8 1.2 2 2 3.5 2s2.7-.8 3.5-2M9 9.5v.1m6-.1v.1",
	sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1m10.8 10.8 1 1m0-12.8-1 1M6.6 17.4l-1 1",
	ticks: "m2.5 12.5 4 4L15 8m-3.5 8 .5.5L21 8",
	trash: "M5 7h14M10 7V4h4v3m-7.5 0 1 13h9l1-13M10 11v5.5m4-5.5v5.5",
	window: "M4 5h16v14H4zM4 9h16",
} as const;

export type IconName = keyof typeof paths | "send";

const namespace = "http://www.w3.org/2000/svg";
const planePath = "M3.4 20.4 21.8 12 3.4 3.6 3.4 10l11 2-11 2z";

/** Screen readers ignore it, so its parent needs a text or an `aria-label`. */
export function icon(name: IconName): SVGSVGElement {
	const svg = document.createElementNS(namespace, "svg");
	const path = document.createElementNS(namespace, "path");
	svg.setAttribute("viewBox", "0 0 24 24");
	svg.setAttribute("class", name === "send" ? "icon filled" : "icon");
	svg.setAttribute("aria-hidden", "true");
	path.setAttribute("d", name === "send" ? planePath : paths[name]);
	svg.append(path);
	return svg;
}

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

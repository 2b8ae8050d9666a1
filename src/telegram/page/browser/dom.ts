type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;
type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** An element. An attribute that is `false` or `undefined` is left out, `true` stands without a value. */
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

/** Adds the listeners and gives the element back, so that it can stand inside a tree being built. */
export function listen<E extends HTMLElement>(element: E, listeners: Listeners): E {
	for (const [name, listener] of Object.entries(listeners)) {
		// The mapped type above pairs each name with its event; `Object.entries` forgets the pairing.
		element.addEventListener(name, listener as (event: Event) => void);
	}
	return element;
}

/** A button of text or icons. `label` is its accessible name where the content does not say it. */
export function button(attributes: Attributes, onClick: (event: MouseEvent) => void, ...children: Child[]) {
	return listen(h("button", { type: "button", ...attributes }, ...children), { click: onClick });
}

/** Puts exactly these children into the element. */
export function fill(element: Element, ...children: Child[]): void {
	element.replaceChildren(...children.filter(isPresent));
}

/** Shows or hides without touching anything else of the element. */
export function show(element: HTMLElement, visible: boolean): void {
	element.hidden = !visible;
}

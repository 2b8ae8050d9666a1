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

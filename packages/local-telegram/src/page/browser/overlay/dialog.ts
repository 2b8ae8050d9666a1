import { button, h, listen } from "../dom.ts";
import { t } from "../words.ts";

/**
 * `build` gets a function that closes the dialog with an answer, and returns its content. Escape or a click outside
 * closes the dialog without an answer.
 */
export function openDialog<Answer>(
	label: string,
	build: (close: (answer?: Answer) => void) => (Node | false | undefined)[],
	kind = "",
): Promise<Answer | undefined> {
	return new Promise((resolve) => {
		let answer: Answer | undefined;
		const dialog = h("dialog", { class: `dialog ${kind}`, "aria-label": label });
		const close = (given?: Answer) => {
			answer = given;
			dialog.close();
		};
		dialog.append(h("div", { class: "dialog-body" }, ...build(close)));
		listen(dialog, {
			click: (event) => {
				if (event.target === dialog) close();
			},
			close: () => {
				dialog.remove();
				resolve(answer);
			},
		});
		document.body.append(dialog);
		dialog.showModal();
	});
}

export function dialogButtons(...buttons: HTMLElement[]): HTMLElement {
	return h("div", { class: "dialog-buttons" }, ...buttons);
}

interface Question {
	title: string;
	text: string;
	confirm: string;
	danger?: boolean;
}

export async function ask({ title, text, confirm, danger }: Question): Promise<boolean> {
	const answer = await openDialog<true>(title, (close) => [
		h("h2", {}, title),
		h("p", { class: "dialog-text" }, text),
		dialogButtons(
			button({ class: "flat" }, () => close(), t("Cancel")),
			button({ class: danger ? "flat danger" : "flat", autofocus: true }, () => close(true), confirm),
		),
	]);
	return answer === true;
}

export async function showAlert(title: string, text: string): Promise<void> {
	await openDialog<void>(title, (close) => [
		h("h2", {}, title),
		h("p", { class: "dialog-text", dir: "auto" }, text),
		dialogButtons(button({ class: "flat", autofocus: true }, () => close(), "OK")),
	]);
}

/** Undefined if the person does not submit the form. */
export function askForm(title: string, confirm: string, ...fields: Node[]): Promise<FormData | undefined> {
	return openDialog<FormData>(title, (close) => {
		const form = h(
			"form",
			{ method: "dialog" },
			h("h2", {}, title),
			...fields,
			dialogButtons(
				button({ class: "flat" }, () => close(), t("Cancel")),
				h("button", { type: "submit", class: "flat" }, confirm),
			),
		);
		listen(form, {
			submit: (event) => {
				event.preventDefault();
				close(new FormData(form));
			},
		});
		return [form];
	});
}

export function textField(name: string, label: string, attributes: Record<string, string | number | boolean> = {}) {
	const input = h("input", { type: "text", name, autocomplete: "off", placeholder: " ", ...attributes });
	return h("label", { class: "field" }, input, h("span", {}, label));
}

/** Checkboxes with the same name form a list of values. */
export function checkBox(name: string, value: string, text: string, checked: boolean): HTMLElement {
	return h("label", { class: "check" }, h("input", { type: "checkbox", name, value, checked }), text);
}

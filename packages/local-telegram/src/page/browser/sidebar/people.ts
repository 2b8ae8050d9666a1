import type { NewPerson, Person } from "../../../protocol.ts";
import { avatar } from "../avatar.ts";
import { button, fill, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { askForm, textField } from "../overlay/dialog.ts";
import { type MenuItem, openMenu } from "../overlay/menu.ts";
import type { State } from "../session.ts";
import { t } from "../words.ts";

interface Deps {
	open(person: Person): void;
	add(person: NewPerson): void;
}

const languages = ["en", "ru", "es", "de", "pt", "tr", "zh", "uk"];

export function createPeople({ open, add }: Deps) {
	let state: State | undefined;
	const element = button({ class: "person-button", "aria-haspopup": "menu" }, () => openMenu(element, items()));

	function items(): MenuItem[] {
		const people = (state?.people ?? []).map((person) => ({
			text: person.first_name,
			hint: person.language_code ?? "",
			icon: avatar(person.id, person.first_name),
			checked: person.id === state?.person.id,
			act: () => open(person),
		}));
		return [...people, { text: t("Add a person"), icon: "plus", act: () => void askPerson(add) }];
	}

	function update(next: State): void {
		state = next;
		const { person } = next;
		element.setAttribute("aria-label", t("You are {name}: switch to another person", { name: person.first_name }));
		fill(
			element,
			avatar(person.id, person.first_name),
			h("span", { class: "person-name" }, person.first_name),
			person.language_code !== undefined && h("span", { class: "language" }, person.language_code),
			icon("chevron"),
		);
	}

	return { element, update };
}

async function askPerson(add: (person: NewPerson) => void): Promise<void> {
	const options = languages.map((code) => {
		const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
		return h("option", { value: code }, `${name} (${code})`);
	});
	const form = await askForm(
		t("Add a person"),
		t("Add"),
		textField("first_name", t("First name"), { required: true, maxlength: 64, autofocus: true }),
		h("label", { class: "field" }, h("select", { name: "language_code" }, ...options), h("span", {}, t("Language"))),
		textField("username", t("Username (optional)"), {
			pattern: "[A-Za-z0-9_]{5,32}",
			title: t("5 to 32 letters, digits or _"),
		}),
	);
	if (!form) return;
	const [first_name, language_code, username] = ["first_name", "language_code", "username"].map((name) =>
		String(form.get(name) ?? "").trim(),
	);
	if (!first_name || !language_code) return;
	add({ first_name, language_code, ...(username ? { username } : {}) });
}

import { describe, expect, it } from "vitest";
import { readYears } from "../../src/bot/screens/shared/years.ts";
import { hasWord } from "../../src/rules/input-words.ts";
import { listNames } from "../../src/rules/list.ts";
import { findToken } from "../../src/rules/secrets.ts";
import { texts } from "../support/texts.ts";

it("has words for every language of the bot", () => {
	expect(Object.keys(hasWord)).toEqual(expect.arrayContaining([...texts.locales]));
});

describe("words in any language", () => {
	it.each(["3y", "3 yrs.", "3 years", "3 года", "3 г.", "3 años"])("reads a number of years: %s", (text) => {
		expect(readYears({ kind: "text", text })).toBe(3);
	});

	it.each(["and", "или", "y"])("does not take a conjunction between two names for a third name: %s", (word) => {
		expect(listNames(`one.com, ${word}, two.com`)).toMatchObject({ names: [{}, {}], refused: [] });
	});

	it.each(["Domain name;Price", "Имя;Домен", "Id;Dominio"])("skips the header of a table: %s", (head) => {
		expect(listNames(`${head}\none.com;1\ntwo.com;2`)).toMatchObject({ names: [{}, {}], refused: [] });
	});

	it.each(["Name;TLD", "Домен;Зона", "Nombre;Extensión"])("joins names with a column of extensions: %s", (head) => {
		expect(listNames(`${head}\none;com\ntwo;com`)).toMatchObject({
			names: [{ ascii: "one.com" }, { ascii: "two.com" }],
		});
	});

	it.each(["my key is", "вот мой токен", "mi clave es"])("recognizes a word that announces a token: %s", (words) => {
		expect(findToken(`${words} aB3dE5fG7hJ9kL1mN3pQ`)).toBe("aB3dE5fG7hJ9kL1mN3pQ");
	});
});

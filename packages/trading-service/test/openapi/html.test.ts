import { expect, it } from "vitest";
import { html } from "../../src/openapi/reference.ts";

it("escapes what is put in, and not what is such a piece already", () => {
	const inner = html`<b>${"<\"&'>"}</b>`;
	expect(html`<p>${inner}${["a", html`<i></i>`]}${7}${undefined}${false}</p>`.text).toBe(
		"<p><b>&lt;&quot;&amp;&#39;&gt;</b>a<i></i>7</p>",
	);
});

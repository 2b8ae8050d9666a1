import { describe, expect, it } from "vitest";
import { type RichNode, toTree } from "../../../src/page/browser/rich-text/tree.ts";
import type { EntityType, EntityView } from "../../../src/protocol.ts";

/** Such as `bold[plain italic[both]]`. */
function show(nodes: RichNode[]): string {
	return nodes
		.map((node) => (typeof node === "string" ? node : `${node.entity.type}[${show(node.children)}]`))
		.join("");
}

function entity(type: EntityType, offset: number, length: number): EntityView {
	return { type, offset, length };
}

const tree = (text: string, ...entities: EntityView[]): string => show(toTree(text, entities));

describe("entities of a text as a tree", () => {
	it("leaves a text without entities unchanged", () => {
		expect(toTree("plain", [])).toEqual(["plain"]);
		expect(toTree("", [])).toEqual([]);
	});

	it("wraps one entity around its part", () => {
		expect(tree("a bold b", entity("bold", 2, 4))).toBe("a bold[bold] b");
	});

	it("nests inner entities, in any input order", () => {
		const [outer, inner] = [entity("bold", 0, 11), entity("italic", 5, 6)];
		expect(tree("bold italic", outer, inner)).toBe("bold[bold italic[italic]]");
		expect(tree("bold italic", inner, outer)).toBe("bold[bold italic[italic]]");
	});

	it("nests equal extents with blocks and links outside and code inside", () => {
		const same = (["code", "bold", "text_link", "blockquote"] as const).map((type) => entity(type, 0, 1));
		expect(tree("x", ...same)).toBe("blockquote[text_link[bold[code[x]]]]");
	});

	it("splits the later of two overlapping entities", () => {
		expect(tree("abcdefgh", entity("bold", 0, 5), entity("italic", 3, 5))).toBe("bold[abcitalic[de]]italic[fgh]");
	});

	it("keeps adjacent entities of one type separate", () => {
		expect(tree("ab", entity("bold", 0, 1), entity("bold", 1, 1))).toBe("bold[a]bold[b]");
	});

	it("counts in UTF-16 units, as Telegram does", () => {
		const text = "👋🏽 пример.рф 🎉 end";
		expect(tree(text, entity("code", text.indexOf("пример"), 9), entity("bold", text.indexOf("end"), 3))).toBe(
			"👋🏽 code[пример.рф] 🎉 bold[end]",
		);
		expect(tree("👩‍💻!", entity("custom_emoji", 0, 5))).toBe("custom_emoji[👩‍💻]!");
	});

	it("drops entities outside the text and shortens those that exceed it", () => {
		expect(tree("abc", entity("bold", 5, 2), entity("italic", 1, 9), entity("code", 1, 0))).toBe("aitalic[bc]");
	});

	it("drops the one line break after a block", () => {
		expect(tree("q\nafter", entity("blockquote", 0, 1))).toBe("blockquote[q]after");
		expect(tree("q\n\nafter", entity("pre", 0, 1))).toBe("pre[q]\nafter");
		expect(tree("b\nafter", entity("bold", 0, 1))).toBe("bold[b]\nafter");
		expect(tree("q\n", entity("expandable_blockquote", 0, 1))).toBe("expandable_blockquote[q]");
	});

	it("keeps every character exactly once, for any entities", () => {
		const text = "0123456789";
		const types: EntityType[] = ["bold", "italic", "spoiler", "text_link", "code"];
		for (let seed = 1; seed < 400; seed++) {
			const entities = types.map((type, index) => entity(type, (seed * (index + 3)) % 11, (seed * (index + 7)) % 9));
			expect(tree(text, ...entities).replaceAll(/[a-z_[\]]/g, "")).toBe(text);
		}
	});
});

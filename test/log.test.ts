import { expect, it } from "vitest";
import { createLog } from "../src/log.ts";

function captured(): { lines: string[]; write(line: string): void } {
	const lines: string[] = [];
	return { lines, write: (line) => void lines.push(line) };
}

it("masks secrets by the name of their field", () => {
	const out = captured();
	createLog("info", out).info(
		{ token: "abc", request: { authorization: "Bearer abc" }, domain: "example.com" },
		"sent",
	);
	expect(out.lines.join()).not.toContain("abc");
	expect(out.lines.join()).toContain("example.com");
});

it("masks secrets by their look, wherever they stand", () => {
	const out = captured();
	const token = `dts_${"a".repeat(49)}`;
	const telegram = `7000000001:${"A".repeat(35)}`;
	createLog("info", out).info({ url: `https://api.telegram.org/bot${telegram}/getMe` }, `used ${token}`);
	expect(out.lines.join()).not.toContain(token);
	expect(out.lines.join()).not.toContain(telegram);
	expect(out.lines.join()).toContain("dts_[masked]");
});

import { expect, it } from "vitest";
import { formatSize } from "../../../src/page/browser/history/layout.ts";

it.each([
	[0, "0 B"],
	[1023, "1023 B"],
	[1024, "1.0 KB"],
	[1_234_567, "1.2 MB"],
	[50 * 1024 ** 2, "50.0 MB"],
])("formats %i bytes as %s", (bytes, text) => {
	expect(formatSize(bytes)).toBe(text);
});

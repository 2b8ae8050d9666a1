import { describe, expect, it } from "vitest";
import { readMultipart } from "../../src/http/bot-api.ts";

const form = (boundary: string, ...parts: string[]): Buffer =>
	Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`);

describe("multipart as bots send it", () => {
	it.each([
		[
			"grammY: no space, no quotes, a name outside ASCII",
			'content-disposition:form-data;name="id1";filename=цены; 2026.csv\r\ncontent-type:application/octet-stream',
		],
		[
			"browsers: quotes around the name",
			'Content-Disposition: form-data; name="id1"; filename="цены; 2026.csv"\r\nContent-Type: text/csv',
		],
		["no quotes at all", "Content-Disposition: form-data; name=id1; filename=цены; 2026.csv"],
	])("reads %s", (_who, headers) => {
		const { files } = readMultipart("multipart/form-data; boundary=XX", form("XX", `${headers}\r\n\r\na,b\r\n\r\n--X`));
		expect(files.get("id1")?.name).toBe("цены; 2026.csv");
		expect(String(files.get("id1")?.bytes)).toBe("a,b\r\n\r\n--X");
	});

	it("reads text values and raw bytes", () => {
		const bytes = Buffer.from([0, 13, 10, 255, 45, 45]);
		const body = Buffer.concat([
			form("b", 'content-disposition:form-data;name="text"\r\n\r\nпривет').subarray(0, -7),
			Buffer.from('--b\r\ncontent-disposition:form-data;name="f";filename=x\r\n\r\n'),
			bytes,
			Buffer.from("\r\n--b--\r\n"),
		]);
		const { values, files } = readMultipart('multipart/form-data; boundary="b"', body);
		expect(values.get("text")).toBe("привет");
		expect(files.get("f")?.bytes.equals(bytes)).toBe(true);
	});

	it("finds no fields in a truncated or empty body", () => {
		expect(readMultipart("multipart/form-data; boundary=b", Buffer.from("--b\r\ncontent-disp")).values.size).toBe(0);
		expect(readMultipart("multipart/form-data", Buffer.alloc(0)).files.size).toBe(0);
	});
});

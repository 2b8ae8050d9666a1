import type { UploadedFile } from "../methods/params.ts";

export interface Form {
	values: Map<string, string>;
	files: Map<string, UploadedFile>;
}

/**
 * Common parsers cannot read the bodies that grammY sends:
 * - grammY writes no space after `content-disposition:`. Common parsers refuse such a body.
 * - grammY writes file names without quotes, and non-ASCII names without encoding. Common parsers lose such names.
 */
export function readMultipart(contentType: string, body: Buffer): Form {
	const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
	const delimiter = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ""}`);
	// Every delimiter begins with a line break, except the first one. The added line break lets the search find that too.
	const full = Buffer.concat([Buffer.from("\r\n"), body]);
	const form: Form = { values: new Map(), files: new Map() };
	let begin = full.indexOf(delimiter);
	while (begin !== -1) {
		const end = full.indexOf(delimiter, begin + delimiter.length);
		if (end === -1) break;
		readPart(full.subarray(begin + delimiter.length + 2, end), form);
		begin = end;
	}
	return form;
}

function readPart(part: Buffer, form: Form): void {
	const headersEnd = part.indexOf("\r\n\r\n");
	if (headersEnd === -1) return;
	const headers = part.toString("utf8", 0, headersEnd).split("\r\n");
	const disposition = headers.find((line) => /^content-disposition:/i.test(line)) ?? "";
	const bytes = part.subarray(headersEnd + 4);
	const name = /;\s*name=(?:"([^"]*)"|([^;]*))/i.exec(disposition);
	const filename = /;\s*filename=(?:"([^"]*)"|(.*))$/i.exec(disposition);
	const key = name?.[1] ?? name?.[2] ?? "";
	if (filename === null) form.values.set(key, bytes.toString("utf8"));
	else form.files.set(key, { name: filename[1] ?? filename[2] ?? "", bytes });
}

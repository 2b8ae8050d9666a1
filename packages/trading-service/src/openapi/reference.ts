import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { documentOf } from "./describe.ts";
import type { Document, Operation, Response, Schema } from "./document.ts";

interface Entry {
	method: string;
	path: string;
	operation: Operation;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #30363d); --soft: light-dark(#f6f8fa, #161b22);
  --quiet: light-dark(#57606a, #8b949e); --link: light-dark(#0550ae, #79c0ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); margin: 1.2rem 0 .3rem; }
nav a { display: block; padding: .1rem 0; }
main { padding: 1.5rem 2rem 4rem; }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; }
h1 { margin-top: 0; } h3 { margin: 2.2rem 0 .3rem; } h4 { margin: 1.2rem 0 .4rem; font-size: .95rem; }
code, pre { font: .86em/1.5 ui-monospace, monospace; }
code { background: var(--soft); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; overflow: auto; }
pre code { background: none; padding: 0; font-size: 1em; }
.method { display: inline-block; min-width: 4.2em; text-align: center; border-radius: 4px; padding: .1em .4em; font: 600 .8rem ui-monospace, monospace; color: #fff; }
.get { background: #0969da; } .post { background: #1a7f37; } .put { background: #9a6700; } .patch { background: #8250df; }
.quiet { color: var(--quiet); font-size: .9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); font-size: .8rem; }
details { margin: .6rem 0; } summary { cursor: pointer; }
@media (max-width: 50rem) { .page { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; } }
`;

/** Blocks everything except the page's inline style sheet. */
const referencePolicy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");

/** No scripts and no external files. */
function renderReference(document: Document): string {
	const { info, tags, paths, webhooks, components } = document;
	const entries = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
	);
	const ofTag = (tag: string): Entry[] => entries.filter(({ operation }) => operation.tags.includes(tag));
	const events = Object.entries(webhooks).flatMap(([event, methods]) =>
		Object.values(methods).map((operation) => ({ event, operation })),
	);
	return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title} ${info.version}</title><style>${new Html(style)}</style></head>
<body><div class="page">
<nav><a href="#top"><strong>${info.title}</strong></a>
${tags.map(
	({ name }) => html`<h2>${name}</h2>
${ofTag(name).map(({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)}`,
)}
<h2>Events</h2>${events.map(({ event, operation }) => html`<a href="#${operation.operationId}">${event}</a>`)}
<h2><a href="#schemas">Schemas</a></h2></nav>
<main id="top"><h1>${info.title} <span class="quiet">${info.version}</span></h1>
${paragraphs(info.description)}
<p>Base address: <code>${document.servers[0]?.url}</code>. The same as a machine reads it: <a href="openapi.json">openapi.json</a>.</p>
${tags.map(
	({ name, description }) => html`<section><h2>${name}</h2><p>${description}</p>
${ofTag(name).map((entry) => renderEntry(document, entry))}</section>`,
)}
<section><h2>Events</h2><p>Posted to the account's webhook address.</p>
${events.map(({ event, operation }) => renderEvent(document, event, operation))}</section>
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => renderSchema(document, name, schema))}</section>
</main></div></body></html>`.text;
}

function renderEntry(document: Document, { method, path, operation }: Entry): Html {
	const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
	const body = requestBody?.content["application/json"]?.schema;
	return html`<h3 id="${operationId}">${summary}</h3>
<p><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>${paragraphs(description)}
${
	parameters.length > 0 &&
	html`<h4>Parameters</h4><div class="wide"><table>${parameters.map(
		({ name, in: place, required, description: text, schema }) => html`<tr><td><code>${name}</code>
<span class="quiet">${place}${required ? "" : ", optional"}</span></td><td>${typeOf(schema)}</td><td>${inline(text ?? "")}</td></tr>`,
	)}</table></div>`
}
${body && html`<h4>Body: ${typeOf(body)}</h4>${fieldTable(document, body)}${renderExamples(document, body)}`}
${Object.entries(responses).map(([status, response]) => renderResponse(document, status, response))}`;
}

function renderResponse(document: Document, status: string, { description, content }: Response): Html {
	const media = content?.["application/json"];
	if (status === "200") {
		return html`<h4>Answer: ${media ? typeOf(media.schema) : ""}</h4>${media && renderExamples(document, media.schema)}`;
	}
	return html`<details><summary><code>${status}</code> ${Object.keys(media?.examples ?? {}).join(", ")}</summary>
${paragraphs(description)}</details>`;
}

function renderEvent(
	document: Document,
	event: string,
	{ operationId, description, parameters = [], requestBody }: Operation,
): Html {
	const body = requestBody?.content["application/json"]?.schema ?? {};
	return html`<h3 id="${operationId}">${event}</h3>${paragraphs(description)}
<div class="wide"><table>${parameters.map(
		({ name, description: text }) => html`<tr><td><code>${name}</code></td><td>${text}</td></tr>`,
	)}</table></div>${fieldTable(document, body)}${renderExamples(document, body)}`;
}

function renderSchema(document: Document, name: string, schema: Schema): Html {
	const described = schema.properties || schema.anyOf || schema.oneOf ? fieldTable(document, schema) : typeOf(schema);
	return html`<h3 id="schema-${name}">${name}</h3><p>${schema.description}</p>${described}`;
}

function renderExamples(document: Document, schema: Schema): Html[] {
	const { examples = [] } = resolve(document, schema).schema;
	return examples.map((example) => html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`);
}

/** Empty lines separate paragraphs, and backticks enclose code. */
function paragraphs(text: string): Html[] {
	return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): (Html | string)[] {
	return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** `name` is undefined for an inline schema. */
function resolve(document: Document, schema: Schema): { name: string | undefined; schema: Schema } {
	if (schema.$ref === undefined) return { name: undefined, schema };
	const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
	return { name, schema: document.components.schemas[name] ?? {} };
}

/** Nested objects are links, and their fields are not repeated. */
function fieldTable(document: Document, given: Schema): Html {
	const { schema } = resolve(document, given);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices?.every(({ properties }) => properties !== undefined)) {
		return html`${choices.map((choice) => html`<p>${String(choice["title"] ?? "")}</p>${fieldTable(document, choice)}`)}`;
	}
	if (choices && !schema.properties) {
		return html`<p>One of: ${commas(choices.map((choice) => typeOf(choice)))}.</p>`;
	}
	const rows = Object.entries(schema.properties ?? {}).map(
		([
			name,
			field,
		]) => html`<tr><td><code>${name}</code>${schema.required?.includes(name) ? "" : html` <span class="quiet">optional</span>`}</td>
			<td>${typeOf(field)}</td><td>${describe(document, field)}</td></tr>`,
	);
	return html`<div class="wide"><table><tr><th>Field</th><th>Type</th><th></th></tr>${rows}</table></div>`;
}

function typeOf(schema: Schema): Html {
	if (schema.$ref !== undefined) {
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
	if (schema.enum) return html`${commas(schema.enum.map((value) => html`<code>${String(value)}</code>`))}`;
	if (schema.type === "array") return html`array of ${typeOf(schema.items ?? {})}`;
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return html`${commas(choices.map(typeOf), " or ")}`;
	return html`${schema.format === "date-time" ? "time" : (schema.type ?? "any")}`;
}

function describe(document: Document, field: Schema): Html {
	const { schema } = resolve(document, field);
	const bounds = boundsOf(field);
	return html`${field.description ?? schema.description ?? ""} ${bounds && html`<span class="quiet">${bounds}</span>`}`;
}

function boundsOf(schema: Schema): string {
	const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: preset } = schema;
	const parts = [
		range("", minimum, maximum),
		range(" characters", minLength, maxLength),
		range(" items", minItems, maxItems),
		preset === undefined ? "" : `default ${JSON.stringify(preset)}`,
	];
	return parts.filter(Boolean).join(", ");
}

/** Leaves out JavaScript's own integer bounds, which are not limits of the field. */
function range(unit: string, min?: number, max?: number): string {
	const low = min === Number.MIN_SAFE_INTEGER ? undefined : min;
	const high = max === Number.MAX_SAFE_INTEGER ? undefined : max;
	if (low === undefined && high === undefined) return "";
	if (low === undefined) return `at most ${high}${unit}`;
	return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}

function commas(parts: readonly Html[], comma = ", "): Html[] {
	return parts.flatMap((part, index) => (index === 0 ? [part] : [html`${comma}`, part]));
}

class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | undefined | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));
}

function textOf(part: Part): string {
	if (part === undefined || part === false) return "";
	if (part instanceof Html) return part.text;
	if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
	return part.map(textOf).join("");
}

const entities = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }));

function escapeText(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character);
}

export const publicPaths = ["/openapi.json", "/reference"] as const;

/** Both need no token and are created at the first request. */
export function addDescriptionRoutes(app: FastifyInstance): void {
	const headers = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };
	const options = { config: { public: true }, schema: { hide: true } };

	function serve(path: string, type: string, more: Record<string, string>, make: () => string): void {
		const made = once(make);
		app.get(path, options, async (request, reply) => {
			const { text, tag } = made();
			reply.headers({ ...headers, ...more, etag: tag });
			if (request.headers["if-none-match"] === tag) return reply.status(304).send();
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}

	serve(publicPaths[0], "application/json", { "access-control-allow-origin": "*" }, () =>
		JSON.stringify(documentOf(app), null, 2),
	);
	const policies = { "content-security-policy": referencePolicy, "referrer-policy": "no-referrer" };
	serve(publicPaths[1], "text/html", policies, () => renderReference(documentOf(app)));
}

/** The ETag is weak, because the answer may be compressed. */
function once(make: () => string): () => { text: string; tag: string } {
	let made: { text: string; tag: string } | undefined;
	return () => {
		if (!made) {
			const text = make();
			made = { text, tag: `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
		}
		return made;
	};
}

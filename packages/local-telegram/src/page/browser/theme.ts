type Theme = "light" | "dark";

const key = "theme";
const attribute = "data-theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** Without a stored choice, the page follows the system's theme. */
export function applyTheme(): void {
	const chosen = localStorage.getItem(key);
	if (chosen === "light" || chosen === "dark") document.documentElement.setAttribute(attribute, chosen);
}

export function currentTheme(): Theme {
	const chosen = document.documentElement.getAttribute(attribute);
	if (chosen === "light" || chosen === "dark") return chosen;
	return prefersDark.matches ? "dark" : "light";
}

export function switchTheme(): Theme {
	const theme = currentTheme() === "dark" ? "light" : "dark";
	document.documentElement.setAttribute(attribute, theme);
	localStorage.setItem(key, theme);
	return theme;
}

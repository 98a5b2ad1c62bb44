/** Dark and light: as the system says, until it is switched here. */

const KEY = "wirescope-theme";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // No storage here; the system decides.
    return null;
  }
}

function apply(): void {
  root.dataset["theme"] = stored() ?? (dark.matches ? "dark" : "light");
}

/** Switches to the other one, and keeps it. */
export function toggleTheme(): void {
  const next = root.dataset["theme"] === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // It holds until the page is left.
  }
  root.dataset["theme"] = next;
}

apply();
dark.addEventListener("change", apply);

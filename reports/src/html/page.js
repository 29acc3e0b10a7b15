"use strict";
// Filters only; the page is whole without. The state stands in the fragment, so that a view can be linked to: #level=error&rule=RMA201&q=grid
(() => {
  const all = [...document.querySelectorAll("details.finding")];
  const levels = [...document.querySelectorAll("input[name=level]")];
  const query = document.getElementById("query"), rule = document.getElementById("rule");
  const old = document.getElementById("old"), shown = document.getElementById("shown");
  function apply() {
    const on = new Set(levels.filter(box => box.checked).map(box => box.value));
    const words = query.value.toLowerCase().split(/\s+/).filter(word => word);
    let count = 0;
    for (const finding of all) {
      const data = finding.dataset;
      const fits = on.has(data.level) && (!rule.value || data.rule === rule.value)
        && (data.old === "false" || (old && old.checked)) && words.every(word => data.words.includes(word));
      finding.hidden = !fits;
      count += fits ? 1 : 0;
    }
    const left = all.filter(finding => !finding.hidden);
    if (left.length === 1) left[0].open = true;
    shown.value = count + " of " + all.length + " shown";
  }
  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("level")) {
      const on = wanted.get("level").split(",");
      levels.forEach(box => { box.checked = on.includes(box.value); });
    }
    if (wanted.has("rule")) rule.value = wanted.get("rule");
    if (wanted.has("q")) query.value = wanted.get("q");
    apply();
  }
  document.getElementById("filters").addEventListener("input", apply);
  document.getElementById("filters").addEventListener("submit", event => event.preventDefault());
  window.addEventListener("hashchange", read);
  window.addEventListener("beforeprint", () => all.forEach(finding => { finding.open = true; }));
  // j and k go from finding to finding.
  document.addEventListener("keydown", event => {
    if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const heads = all.filter(finding => !finding.hidden).map(finding => finding.querySelector("summary"));
    const at = heads.indexOf(document.activeElement);
    const next = event.key === "j" ? at + 1 : event.key === "k" ? Math.max(at - 1, 0) : -1;
    if (next >= 0 && heads[next]) { heads[next].focus(); event.preventDefault(); }
  });
  read();
})();

// Runs in the page that it tests. What fails is written into the document, where `run` looks for it.
"use strict";
(() => {
  const faults = [];
  const check = (what, found, expected) => {
    if (String(found) !== String(expected)) faults.push(`${what}: ${found} instead of ${expected}`);
  };
  const at = id => document.getElementById(id);
  const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const game = JSON.parse(at("game").textContent);
  const letters = ["b", "a", "A", "B"];
  const stones = () => [...document.querySelectorAll(".hole")].reduce((sum, hole) => sum + Number(hole.textContent), 0);
  const agrees = ply => game.plies[ply].rows.every((row, line) => row.every((count, place) => {
    const column = line < 2 ? game.columns - place : place + 1;
    return Number(at(letters[line] + column).textContent) === count;
  }));

  check("plies", game.plies.length, 3);
  check("holes", document.querySelectorAll(".hole").length, 4 * game.columns);
  check("ply at the opening", document.body.dataset.ply, 0);
  check("stones at the start", stones(), 32);
  check("B8 is a head", at("B8").classList.contains("head"), true);
  check("comment", at("comments").textContent, "Both sides hold sixteen stones. <b>This is not bold.</b>");
  check("back is off at the start", at("back").disabled, true);
  at("on").click();
  check("ply after the button", document.body.dataset.ply, 1);
  check("B8 was lifted", at("B8").classList.contains("lift"), true);
  check("B8 as it is heard", at("B8").getAttribute("aria-label").startsWith("B8, "), true);
  check("comment", at("comments").textContent, "South sows past A8.");
  press("ArrowRight");
  check("ply after the key", document.body.dataset.ply, 2);
  check("counts at the end", agrees(2), true);
  check("on is off at the end", at("on").disabled, true);
  press("Home");
  check("ply after Home", document.body.dataset.ply, 0);
  press("End");
  check("ply after End", document.body.dataset.ply, 2);
  press("ArrowLeft");
  check("ply after the left arrow", document.body.dataset.ply, 1);
  check("counts after the first ply", agrees(1), true);
  press("f");
  check("first row from North's seat", document.querySelector("tbody th").textContent, "B");
  check("counts from North's seat", agrees(1), true);
  at("slider").value = 2;
  at("slider").dispatchEvent(new Event("input"));
  check("ply after the slider", document.body.dataset.ply, 2);
  document.querySelectorAll("#moves button")[1].click();
  check("ply after a move of the list", document.body.dataset.ply, 1);
  check("the page is no wider than the screen", document.documentElement.scrollWidth <= innerWidth, true);
  check("nothing was fetched", performance.getEntriesByType("resource").length, 0);

  const verdict = document.createElement("p");
  verdict.id = "verdict";
  verdict.textContent = faults.length === 0 ? "all is well" : faults.join("; ");
  document.body.append(verdict);
})();

// SPDX-License-Identifier: MPL-2.0

//go:build unix

package resources_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// rounds returns how often the tests of the engine under stress repeat: once,
// or as SPILLWAY_STRESS_ROUNDS says, which `make stress` sets.
func rounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("SPILLWAY_STRESS_ROUNDS")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("SPILLWAY_STRESS_ROUNDS is %q; it has to be a number from 1", text)
	}
	return n
}

// many is a configuration with instance groups, and backend services over ten
// of them each, with a forwarding rule.
func many(engine, prefix string, groups, services int) string {
	return fmt.Sprintf(`terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}
%s
resource "spillway_instance_group" "g" {
  count = %d
  name  = "%s-${count.index}"
  zone  = "us-central1-${["a", "b"][count.index %% 2]}"
  size  = 3
}
resource "spillway_region_backend_service" "s" {
  count         = %d
  name          = "%s-${count.index}"
  health_checks = %s
  backend       = [for n in range(10) : { group = spillway_instance_group.g[count.index * 10 + n].id }]
}
resource "spillway_forwarding_rule" "r" {
  count                 = %d
  name                  = "%s-${count.index}"
  load_balancing_scheme = "INTERNAL"
  all_ports             = true
  backend_service       = spillway_region_backend_service.s[count.index].id
}
`, block(engine, ""), groups, prefix, services, prefix, healthCheck, services, prefix)
}

// configured returns a new folder with a configuration.
func configured(t *testing.T, config string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (p process) must(t *testing.T, dir string, arguments ...string) {
	t.Helper()
	if out, err := p.terraform(t, dir, arguments...); err != nil {
		t.Errorf("terraform %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
}

// plansEmpty tries that a plan changes nothing.
func (p process) plansEmpty(t *testing.T, dir string) {
	t.Helper()
	if out, err := p.terraform(t, dir, "plan", "-detailed-exitcode"); err != nil {
		t.Errorf("the plan is not empty: %v\n%s", err, out)
	}
}

// held returns how many objects a catalogue holds whose name begins with a
// prefix; none where there is no catalogue yet.
func held(t *testing.T, path, prefix string) (n int) {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return 0
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // a test
	err = db.QueryRowContext(t.Context(), "SELECT count(*) FROM objects WHERE name LIKE ? || '-%'", prefix).Scan(&n)
	if err != nil && !strings.Contains(err.Error(), "no such table") { // it is being made
		t.Fatal(err)
	}
	return n
}

func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // a test
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func removeCatalogue(t *testing.T, path string) {
	t.Helper()
	for _, beside := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + beside); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	}
}

// The engine keeps what it promises with the provider as processes of its own.
func TestStress(t *testing.T) {
	needTerraform(t)
	t.Parallel()
	p, n := build(t), rounds(t)
	groups := 60 // with what stands over them 72 resources, and 300 with 250
	if n > 1 {
		groups = 250
	}
	for round := range n {
		t.Run("round "+strconv.Itoa(round+1), func(t *testing.T) {
			t.Run("two runs at once", func(t *testing.T) { p.twoRuns(t) })
			t.Run("wide", func(t *testing.T) { p.wide(t, groups) })
			t.Run("killed", func(t *testing.T) { p.killed(t, groups, 5+7*round%(groups/2)) })
		})
	}
	t.Run("refused files", func(t *testing.T) { p.refusedFiles(t) })
	t.Run("read only", func(t *testing.T) { p.readOnly(t) })
	t.Run("full disk", func(t *testing.T) { p.fullDisk(t) })
	if n > 1 {
		t.Run("1000 resources", func(t *testing.T) { p.thousand(t) })
	}
}

// Two runs with states of their own share a catalogue: neither loses anything,
// when they make it, use it, and make it anew from state.
func (p process) twoRuns(t *testing.T) {
	engine := filepath.Join(t.TempDir(), "engine.db")
	names := []string{"one", "two"}
	dirs := []string{configured(t, many(engine, names[0], 40, 4)), configured(t, many(engine, names[1], 40, 4))}
	both := func(do func(dir string)) {
		var all sync.WaitGroup
		for _, dir := range dirs {
			all.Go(func() { do(dir) })
		}
		all.Wait()
	}
	complete := func(when string) {
		for _, name := range names {
			if n := held(t, engine, name); n != 48 {
				t.Errorf("%s the catalogue holds %d of 48 objects of %s", when, n, name)
			}
		}
	}
	both(func(dir string) { p.must(t, dir, "apply", "-auto-approve") })
	complete("after two applies")
	removeCatalogue(t, engine)
	both(func(dir string) { p.plansEmpty(t, dir) })
	complete("after a plan on a fresh runner")
	both(func(dir string) { p.must(t, dir, "destroy", "-auto-approve") })
	if n := held(t, engine, "one") + held(t, engine, "two"); n != 0 {
		t.Errorf("%d objects are left", n)
	}
}

// wide applies many resources at a time.
func (p process) wide(t *testing.T, groups int) {
	engine := filepath.Join(t.TempDir(), "engine.db")
	dir := configured(t, many(engine, "wide", groups, groups/10))
	p.must(t, dir, "apply", "-auto-approve", "-parallelism=30")
	if n := held(t, engine, "wide"); n != groups*12/10 {
		t.Errorf("the catalogue holds %d of %d objects", n, groups*12/10)
	}
	p.plansEmpty(t, dir)
}

// killed kills an apply, Terraform and the provider, once the catalogue holds
// some objects. What was acknowledged is there, and a refresh and an apply
// heal: what the state does not hold is taken over.
func (p process) killed(t *testing.T, groups, after int) {
	engine := filepath.Join(t.TempDir(), "engine.db")
	dir := configured(t, many(engine, "k", groups, groups/10))
	cmd := exec.CommandContext(t.Context(), terraform, "apply", "-auto-approve", "-no-color")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(p.bin, "terraformrc"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }() // killed
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for n := 0; n < after; n = held(t, engine, "k") {
		select {
		case <-ended:
			t.Fatalf("the apply ended with %d objects in the catalogue, before it was killed", held(t, engine, "k"))
		case <-look.C:
		}
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-ended
	before := held(t, engine, "k")
	if before < after || before == groups*12/10 {
		t.Errorf("the catalogue holds %d objects after the kill", before)
	}
	p.must(t, dir, "refresh")
	p.must(t, dir, "apply", "-auto-approve")
	if n := held(t, engine, "k"); n != groups*12/10 {
		t.Errorf("the catalogue holds %d of %d objects", n, groups*12/10)
	}
	p.plansEmpty(t, dir)
}

// A file that another version wrote, or that is damaged, stops the plan with
// what to do, and stays as it is.
func (p process) refusedFiles(t *testing.T) {
	engine := filepath.Join(t.TempDir(), "engine.db")
	dir := configured(t, many(engine, "x", 20, 2))
	p.must(t, dir, "apply", "-auto-approve")
	execute(t, engine, "PRAGMA wal_checkpoint(TRUNCATE)") // all of it into the one file
	good, err := os.ReadFile(engine)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		spoil func(t *testing.T)
		says  []string
	}{
		"newer": {func(t *testing.T) {
			t.Helper()
			execute(t, engine, "PRAGMA user_version = 99")
			execute(t, engine, "PRAGMA wal_checkpoint(TRUNCATE)")
		}, []string{"has schema version 99", "Use a version of the provider"}},
		"damaged": {func(t *testing.T) {
			t.Helper()
			content := append([]byte(nil), good...)
			for i := 4096; i < len(content); i++ {
				content[i] = 0x5a
			}
			if err := os.WriteFile(engine, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"is damaged", "Move it away"}},
		"cut short": {func(t *testing.T) {
			t.Helper()
			if err := os.Truncate(engine, 5000); err != nil {
				t.Fatal(err)
			}
		}, []string{"is damaged", "Move it away"}},
	} {
		t.Run(name, func(t *testing.T) {
			removeCatalogue(t, engine)
			if err := os.WriteFile(engine, good, 0o600); err != nil {
				t.Fatal(err)
			}
			test.spoil(t)
			spoilt, err := os.ReadFile(engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, command := range [][]string{{"plan"}, {"apply", "-auto-approve"}} {
				out, err := p.terraform(t, dir, command...)
				if err == nil || !saying(append([]string{"The catalogue cannot be used"}, test.says...)...).MatchString(out) {
					t.Errorf("%v: %v\n%s", command, err, out)
				}
			}
			if now, err := os.ReadFile(engine); err != nil || string(now) != string(spoilt) {
				t.Errorf("the file was changed (%v)", err)
			}
			removeCatalogue(t, engine) // as the error says
			p.plansEmpty(t, dir)
		})
	}
}

// A disk that is full stops an apply with what to do. What was written is
// there, and once there is space the next apply does the rest.
func (p process) fullDisk(t *testing.T) {
	disk := t.TempDir()
	mount := func(options string) error {
		return exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", options, "tmpfs", disk).Run()
	}
	if err := mount("size=128k"); err != nil {
		t.Skip("a small disk cannot be mounted here, which takes Linux and root:", err)
	}
	t.Cleanup(func() {
		if err := exec.CommandContext(context.WithoutCancel(t.Context()), "umount", disk).Run(); err != nil {
			t.Error(err)
		}
	})
	const groups = 300
	engine := filepath.Join(disk, "engine.db")
	dir := configured(t, many(engine, "f", groups, 0))
	out, err := p.terraform(t, dir, "apply", "-auto-approve")
	if err == nil || !saying("The catalogue cannot be used", "There is no space left", "Free some space, and apply again").MatchString(out) {
		t.Errorf("an apply on a full disk: %v\n%s", err, out)
	}
	if n := held(t, engine, "f"); n == 0 || n >= groups {
		t.Errorf("the catalogue holds %d of %d objects", n, groups)
	}
	if err := mount("remount,size=16m"); err != nil {
		t.Fatal(err)
	}
	p.must(t, dir, "apply", "-auto-approve")
	if n := held(t, engine, "f"); n != groups {
		t.Errorf("the catalogue holds %d of %d objects", n, groups)
	}
	p.plansEmpty(t, dir)
}

// nobody is the user and group that root runs Terraform as where a file has to
// be read-only: nothing is so for root.
const nobody = 65534

// A catalogue that cannot be written can be planned with, and an apply says
// what to do.
func (p process) readOnly(t *testing.T) {
	base, err := os.MkdirTemp("", "spillway") //nolint:usetesting // others have to get in
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	engine, dir := filepath.Join(base, "catalogue", "engine.db"), filepath.Join(base, "work")
	p = process{filepath.Join(base, "bin")}.with(t, p.bin)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(groups int) {
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(many(engine, "ro", groups, groups/10)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(10)
	p.must(t, dir, "apply", "-auto-approve")
	if err := filepath.WalkDir(base, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := os.FileMode(0o777)
		if strings.HasPrefix(path, filepath.Dir(engine)) {
			mode = 0o444
			if d.IsDir() {
				mode = 0o555
			}
		}
		return os.Chmod(path, mode)
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(engine), 0o755) })
	run := func(arguments ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), terraform, arguments...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(p.bin, "terraformrc"), "HOME="+dir, "TMPDIR="+dir, "TF_CLI_ARGS=-no-color")
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("plan", "-detailed-exitcode"); err != nil {
		t.Errorf("a plan: %v\n%s", err, out)
	}
	write(20)
	if out, err := run("apply", "-auto-approve"); err == nil || !saying("The catalogue cannot be used", "cannot be written", "writable").MatchString(out) {
		t.Errorf("an apply: %v\n%s", err, out)
	}
}

// with copies the program to the folder of p, where everybody may run it.
func (p process) with(t *testing.T, from string) process {
	t.Helper()
	if err := os.CopyFS(p.bin, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(p.bin, "terraformrc")
	content, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte(strings.ReplaceAll(string(content), from, p.bin)), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// The engine adds little to what Terraform itself takes for a thousand
// resources, unconnected and with references.
func (p process) thousand(t *testing.T) {
	const constant = 3 * time.Second // two starts of the provider, its plan and its apply
	for name, test := range map[string]struct{ plain, ours string }{
		"unconnected": {
			"resource \"terraform_data\" \"x\" {\n  count = 1000\n  input = count.index\n}\n",
			many(filepath.Join(t.TempDir(), "engine.db"), "m", 1000, 0),
		},
		"connected": {shapeOfMany("m", 830, 83), many(filepath.Join(t.TempDir(), "engine.db"), "m", 830, 83)},
	} {
		t.Run(name, func(t *testing.T) {
			took := func(config string) time.Duration {
				dir := configured(t, config)
				if config == test.plain {
					p.must(t, dir, "init")
				}
				begin := time.Now()
				p.must(t, dir, "apply", "-auto-approve")
				return time.Since(begin)
			}
			plain, ours := took(test.plain), took(test.ours)
			t.Logf("terraform_data: %v; resources of the provider: %v, %.2f times as long", plain, ours, ours.Seconds()/plain.Seconds())
			if ours > plain*3/2+constant {
				t.Errorf("the provider takes %v, Terraform alone %v", ours, plain)
			}
		})
	}
}

// shapeOfMany is what many is, of terraform_data.
func shapeOfMany(prefix string, groups, services int) string {
	return fmt.Sprintf(`
resource "terraform_data" "g" {
  count = %d
  input = { name = "%s-${count.index}", zone = "us-central1-${["a", "b"][count.index %% 2]}", size = 3 }
}
resource "terraform_data" "s" {
  count = %d
  input = {
    name          = "%s-${count.index}"
    health_checks = %s
    backend       = [for n in range(10) : { group = terraform_data.g[count.index * 10 + n].id }]
  }
}
resource "terraform_data" "r" {
  count = %d
  input = {
    name                  = "%s-${count.index}"
    load_balancing_scheme = "INTERNAL"
    all_ports             = true
    backend_service       = terraform_data.s[count.index].id
  }
}
`, groups, prefix, services, prefix, healthCheck, services, prefix)
}
